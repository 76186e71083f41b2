import type { LinkCondition } from '../link/condition/link.ts'
import { calibrate, type LinkMeasurement } from '../link/measure/calibrate.ts'
import { LINK_FAR_ADDRESS } from './addresses.ts'
import type { LabNetwork } from './open.ts'

/** Measures the link of a network, which is set to this condition, from both of its ends. */
export function measureLink(
  network: LabNetwork,
  condition: LinkCondition,
  { cacheDir, signal }: { readonly cacheDir: string; readonly signal: AbortSignal },
): Promise<LinkMeasurement> {
  return calibrate({
    condition,
    cacheDir,
    signal,
    echoAddress: LINK_FAR_ADDRESS,
    command: (argv) => network.command('client', argv),
    farCommand: (argv) => network.command('server', argv),
  })
}
