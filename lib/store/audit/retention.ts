// Says how long the audit log keeps entries.

/** Days for entries of no tenant, and of tenants that chose nothing. */
export const AUDIT_RETENTION_DAYS = 400;
