import { ratioText } from '../../model/ratio-text.ts'
import type {
  FactorEffects,
  Interaction,
  LevelEffect,
  RatioEstimate,
} from '../../stats/lab/factor-effects.ts'
import { limitsText } from '../output/comparison-text.ts'
import { type Column, textTable } from '../output/table.ts'

/** Interactions that are printed: the strongest. All are in JSON. */
const MOST_INTERACTIONS = 10

/** What each factor does to the gain, by itself and with another. */
export function effectLines(
  { factors, interactions, confounded }: FactorEffects,
  width: number | null,
): string[] {
  const rows = factors.flatMap(({ names, levels }) => levels.map((level) => ({ names, ...level })))
  if (rows.length === 0) return []
  const strongest = interactions
    .toSorted((a, b) => Math.abs(Math.log(b.effect.value)) - Math.abs(Math.log(a.effect.value)))
    .slice(0, MOST_INTERACTIONS)
  return [
    '',
    '  main effects: the gain at each level, and over the mean of all levels',
    '',
    textTable(rows, EFFECT_COLUMNS, width),
    ...confounded.map((name) => `  ${name} is confounded with the others`),
    // With a single condition at each pair of levels they are what the main effects leave, which says less.
    ...(strongest.length === 0
      ? []
      : [
          '',
          '  interactions: what two levels do together beyond what each does by itself, ' +
            `${strongest.length} of ${interactions.length}`,
          '',
          textTable(strongest, INTERACTION_COLUMNS, width),
        ]),
  ]
}

const EFFECT_COLUMNS: readonly Column<LevelEffect & { readonly names: readonly string[] }>[] = [
  { heading: '  factor', cell: ({ names }) => `  ${names.join(', ')}` },
  { heading: 'level', cell: ({ level }) => level.map((one) => one ?? '–').join(', '), align: 'right' },
  { heading: 'n', cell: ({ n }) => n, align: 'right' },
  { heading: 'gain', cell: ({ gain }) => ratioText(gain.value), align: 'right' },
  { heading: '95 % interval', cell: ({ gain }) => limitsText(gain.interval), align: 'right' },
  { heading: 'effect', cell: ({ effect }) => times(effect), align: 'right' },
  { heading: '95 % interval', cell: ({ effect }) => limitsText(effect.interval), align: 'right' },
]

const INTERACTION_COLUMNS: readonly Column<Interaction>[] = [
  { heading: '  factors', cell: ({ names }) => `  ${names.map((group) => group.join(', ')).join(' × ')}` },
  {
    heading: 'levels',
    cell: ({ level }) => level.map((group) => group.map((one) => one ?? '–').join(', ')).join(' × '),
  },
  { heading: 'n', cell: ({ n }) => n, align: 'right' },
  { heading: 'effect', cell: ({ effect }) => times(effect), align: 'right' },
  { heading: '95 % interval', cell: ({ effect }) => limitsText(effect.interval), align: 'right' },
]

function times({ value }: RatioEstimate): string {
  return `× ${ratioText(value)}`
}
