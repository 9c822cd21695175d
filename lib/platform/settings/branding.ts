// Reads the branding of the deployment from its setting.
import type * as z from 'zod/mini';
import { type DeploymentBranding, deploymentBranding } from '../../contract/branding.ts';

/** Returns the branding, or what is wrong with it: the name of a field and its rule. */
export function readBranding(text = '{}'): DeploymentBranding | string {
  try {
    const result = deploymentBranding.safeParse(JSON.parse(text));
    if (result.success) return result.data;
    const { path, code, message } = result.error.issues[0] as z.core.$ZodIssue;
    const field = path.join('.') || 'branding';
    return `is not valid: ${field}${code === 'custom' ? ` ${message}` : ''}`;
  } catch {
    return 'is not JSON';
  }
}
