import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { FactorEffects, LevelGain, RatioEstimate } from '../../stats/lab/factor-effects.ts'
import { markdownTable } from '../google-mobile/text.ts'
import type { MeasuredRun } from './results.ts'

/** The gain at each level of each factor that was varied, one arm beside the other. */
export function factorTable({ report }: Pick<MeasuredRun, 'report'>, arms: readonly Arm[]): string[] {
  const effects = new Map<Arm, FactorEffects | null>(report.arms.map((each) => [each.arm, each.effects]))
  const first = arms.flatMap((arm) => effects.get(arm) ?? [])[0]
  if (first === undefined) return ['Too few conditions for effects of factors.']
  const rows = first.factors.flatMap(({ names, levels }) =>
    levels.map(({ level, n }) => [
      names.join(', '),
      level.map((one) => one ?? '–').join(', '),
      String(n),
      ...arms.map((arm) => gainAt(effects.get(arm) ?? null, names, level)),
    ]),
  )
  const gains = arms.map((arm) => `gain of ${ARMS[arm].label}`)
  return markdownTable(['factor', 'level', 'conditions', ...gains], rows)
}

type Level = FactorEffects['factors'][number]['levels'][number]['level']

function gainAt(effects: FactorEffects | null, names: readonly string[], level: Level): string {
  const [name, wanted] = [names.join(), JSON.stringify(level)]
  const factor = effects?.factors.find((each) => each.names.join() === name)
  const found = factor?.levels.find((each) => JSON.stringify(each.level) === wanted)
  return factor === undefined || found === undefined ? '–' : estimateText(found.gain, factor.gainIs)
}

function estimateText({ value, interval }: RatioEstimate, gainIs: LevelGain): string {
  const limits = interval === null ? '' : ` (${ratioRangeText(interval)})`
  return `${gainIs === 'mean' ? 'mean ' : ''}${ratioText(value)}${limits}`
}
