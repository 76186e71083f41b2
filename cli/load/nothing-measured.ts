import type { ArmReport } from '../../stats/load/arm-reports.ts'
import { nothingValidLine } from '../probe/nothing-valid.ts'

/** Why a load run gave no figure under any protocol; null where it gave one. */
export function nothingMeasuredText(
  arms: readonly Pick<ArmReport, 'arm' | 'clientBusy' | 'errors' | 'figures' | 'pagesDone' | 'server'>[],
): string | null {
  if (arms.some(({ figures }) => Object.values(figures).some((figure) => figure !== null))) return null
  const reasons = arms.map(({ server, arm, pagesDone, clientBusy, errors }) => {
    const counted = Object.entries(errors).map(([kind, count]) => `${count} ${kind}`)
    const busy = clientBusy === null ? [] : [`client’s core ${(100 * clientBusy).toFixed(0)} % busy`]
    return `${server} ${arm}: ${[`${pagesDone} pages done`, ...busy, ...counted].join(', ')}`
  })
  return nothingValidLine(reasons)
}
