output "domain_target" {
  description = "The target for the DNS record of the domain"
  value       = lookup(aws_cloudformation_stack.gatehouse.outputs, "DomainTarget", null)
}

output "api_url" {
  description = "The address that API Gateway serves"
  value       = aws_cloudformation_stack.gatehouse.outputs["ApiUrl"]
}

output "base_url" {
  description = "The issuer of tokens and the beginning of links"
  value       = aws_cloudformation_stack.gatehouse.outputs["BaseUrl"]
}

output "bus_name" {
  description = "The bus that events are published on"
  value       = aws_cloudformation_stack.gatehouse.outputs["BusName"]
}

output "audit_log_name" {
  description = "The log of changes by admins and of security events; kept"
  value       = aws_cloudformation_stack.gatehouse.outputs["AuditLogName"]
}

output "table_name" {
  description = "The table with all data; kept when the stack is removed"
  value       = aws_cloudformation_stack.gatehouse.outputs["TableName"]
}

output "stream_arn" {
  description = "The stream that the change feed reads"
  value       = aws_cloudformation_stack.gatehouse.outputs["StreamArn"]
}

output "pepper_secret_name" {
  description = "The root secret for passwords; kept"
  value       = aws_cloudformation_stack.gatehouse.outputs["PepperSecretName"]
}

output "seal_secret_name" {
  description = "The root secret for what is stored encrypted; kept"
  value       = aws_cloudformation_stack.gatehouse.outputs["SealSecretName"]
}

output "session_secret_name" {
  description = "The root secret for tokens and codes; kept"
  value       = aws_cloudformation_stack.gatehouse.outputs["SessionSecretName"]
}

output "admin_secret_name" {
  description = "The key for creating the first admin"
  value       = aws_cloudformation_stack.gatehouse.outputs["AdminSecretName"]
}

output "alarm_topic_arn" {
  description = "The topic that alarms are sent to"
  value       = aws_cloudformation_stack.gatehouse.outputs["AlarmTopicArn"]
}

output "dashboard_url" {
  description = "The dashboard in CloudWatch"
  value       = aws_cloudformation_stack.gatehouse.outputs["DashboardUrl"]
}
