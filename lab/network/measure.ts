import type { LinkCondition } from '../link/condition/link.ts'
import { type CalibrateOptions, calibrate, type LinkMeasurement } from '../link/measure/calibrate.ts'
import { LINK_FAR_ADDRESS } from './addresses.ts'
import type { LabNetwork } from './open.ts'

/** Measures the link of a network, which is set to this condition, from both of its ends. */
export function measureLink(
  network: LabNetwork,
  condition: LinkCondition,
  { cacheDir, byTools = true, signal }: Pick<CalibrateOptions, 'cacheDir' | 'byTools' | 'signal'>,
): Promise<LinkMeasurement> {
  return calibrate({
    condition,
    cacheDir,
    byTools,
    signal,
    echoAddress: LINK_FAR_ADDRESS,
    command: (argv) => network.command('client', argv),
    farCommand: (argv) => network.command('server', argv),
  })
}
