# Uploads the bundle that contains this module, and launches its stack.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

locals {
  assets   = "${path.module}/../assets"
  template = "${local.assets}/gatehouse.template.json"
}

data "aws_s3_bucket" "assets" {
  bucket = var.asset_bucket
}

# Named by their content. Those of the version before go only after the stack has moved, so that it can roll back.
resource "aws_s3_object" "function" {
  for_each = fileset(local.assets, "*.zip")

  bucket = var.asset_bucket
  key    = "gatehouse/${each.value}"
  source = "${local.assets}/${each.value}"

  lifecycle {
    create_before_destroy = true
  }
}

# Named by its content, too: another URL is what tells Terraform of an upgrade.
resource "aws_s3_object" "template" {
  bucket = var.asset_bucket
  key    = "gatehouse/${filesha256(local.template)}.template.json"
  source = local.template

  lifecycle {
    create_before_destroy = true
  }
}

resource "aws_cloudformation_stack" "gatehouse" {
  name         = var.stack_name
  template_url = "https://${data.aws_s3_bucket.assets.bucket_regional_domain_name}/${aws_s3_object.template.key}"
  capabilities = ["CAPABILITY_IAM"]

  parameters = {
    AssetBucket    = var.asset_bucket
    Sender         = var.sender
    AlarmEmail     = var.alarm_email
    DomainName     = var.domain_name
    CertificateArn = var.certificate_arn
  }

  depends_on = [aws_s3_object.function]
}
