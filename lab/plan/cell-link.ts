import { checkCondition } from '../link/condition/check-condition.ts'
import type { LinkCondition, Loss } from '../link/condition/link.ts'
import { lossInBursts, meanLoss } from '../link/condition/loss.ts'
import { conditionWith, PROFILES, type ProfileName } from '../link/condition/profiles.ts'
import type { CellLevels } from './cell-levels.ts'
import type { FactorName, Level } from './factors.ts'
import { asLevelFault, LevelFault } from './level-fault.ts'

/**
 * The link of a cell: its profile, else one without delay, loss and limit, with what else is set in the place of its own.
 * @param checkedTrace makes sure that a file, named in the plan, holds a trace, and gives its path; throws a RangeError
 * @throws LevelFault
 */
export function cellLink(levels: CellLevels, checkedTrace: (name: string) => string): LinkCondition {
  const given = <Value extends Level>(name: FactorName): Value | undefined =>
    levels.get(name)?.level as Value | undefined
  const profile = given<ProfileName>('profile')
  const base: LinkCondition = profile === undefined ? conditionWith({}) : PROFILES[profile].condition
  const rates = ratesOf(given<string | number>('rateMbps'))
  for (const name of ['downMbps', 'upMbps'] as const)
    if (rates !== undefined && levels.has(name))
      throw new LevelFault(name, `${name} beside rateMbps, which sets it already`)
  const trace = (name: 'downTrace' | 'upTrace', rate: 'downMbps' | 'upMbps') => {
    const path = given<string | null>(name)
    if (path == null) return path === null ? null : base[name]
    if (rates !== undefined || given<number | null>(rate) != null)
      throw new LevelFault(name, `${name} beside a rate: a trace is the rate of its direction`)
    return asLevelFault(name, () => checkedTrace(path))
  }
  const downTrace = trace('downTrace', 'downMbps')
  const upTrace = trace('upTrace', 'upMbps')
  const lossDown = lossOf(levels, base.lossDown)
  const lossUp = lossOf(levels, base.lossUp)
  const rateOf = (name: 'downMbps' | 'upMbps'): number | null =>
    rates?.[name] ?? (levels.has(name) ? (given<number | null>(name) ?? null) : base[name])
  const link = {
    rttMs: given<number>('rttMs') ?? base.rttMs,
    jitterMs: given<number>('jitterMs') ?? base.jitterMs,
    downMbps: downTrace === null ? rateOf('downMbps') : null,
    upMbps: upTrace === null ? rateOf('upMbps') : null,
    lossDown,
    lossUp,
    queuePackets: given<number>('queuePackets') ?? base.queuePackets,
    downTrace,
    upTrace,
  }
  return possible(link, levels)
}

function ratesOf(level: string | number | undefined): { downMbps: number; upMbps: number } | undefined {
  if (level === undefined) return undefined
  const [down, up = down] = String(level).split('/').map(Number)
  return { downMbps: down as number, upMbps: up as number }
}

/** Loss is the same in both directions where the plan sets it; a profile's may differ. */
function lossOf(levels: CellLevels, base: Loss): Loss {
  const lossFraction = levels.get('lossFraction')?.level as number | undefined
  const lossBurst = levels.get('lossBurst')?.level as number | null | undefined
  if (lossFraction === undefined && lossBurst == null) return base
  const mean = lossFraction ?? meanLoss(base)
  if (lossBurst == null || mean === 0) return mean
  return asLevelFault('lossBurst', () => lossInBursts(mean, lossBurst))
}

function possible(link: LinkCondition, levels: CellLevels): LinkCondition {
  try {
    checkCondition(link)
    return link
  } catch (error) {
    const { message } = error as RangeError
    const named = ([...levels.keys()] as FactorName[]).find((name) => message.startsWith(name))
    throw new LevelFault(named ?? 'rttMs', message)
  }
}
