variable "asset_bucket" {
  description = "Your bucket in this region in which the module stores the files of the bundle, below gatehouse/."
  type        = string
}

variable "sender" {
  description = "The sender of e-mails. SES must have verified the address itself, or its domain."
  type        = string
}

variable "alarm_email" {
  description = "Receives alarms, after SNS has asked whether it may."
  type        = string
}

variable "domain_name" {
  description = "The host name for clients. Decide before users sign up. Empty: the address of API Gateway."
  type        = string
  default     = ""
}

variable "certificate_arn" {
  description = "The ACM certificate of domain_name, in this region. Empty without domain_name."
  type        = string
  default     = ""
}

variable "stack_name" {
  description = "The name of the stack, and the beginning of every function's name: at most 34 characters."
  type        = string
  default     = "Gatehouse"
}
