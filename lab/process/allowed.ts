import { SandboxUnavailable } from './unavailable.ts'

/**
 * Explains a failure for want of a right: in a container, or where user namespaces come without capabilities.
 * @param whose network is being built: `sandbox`
 */
export async function allowed(whose: string, step: Promise<unknown>): Promise<void> {
  try {
    await step
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new SandboxUnavailable(`this machine does not let the ${whose} build its network: ${why}`)
  }
}
