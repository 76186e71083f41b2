import type {
  FactorEffects,
  Interaction,
  LevelEffect,
  RatioEstimate,
} from '../../stats/lab/factor-effects.ts'
import type { Limits } from '../../stats/limits.ts'
import { type Column, textTable } from '../output/table.ts'

/** Interactions that are printed: the strongest. All are in JSON. */
const MOST_INTERACTIONS = 10

/** Prints what each factor does to the gain, alone and with another. */
export function printEffects({ factors, interactions, confounded }: FactorEffects): void {
  const rows = factors.flatMap(({ names, levels }) => levels.map((level) => ({ names, ...level })))
  if (rows.length === 0) return
  console.log('\n  main effects: the gain at each level, and over the mean of all levels\n')
  console.log(textTable(rows, EFFECT_COLUMNS))
  for (const name of confounded) console.log(`  ${name} is confounded with the others`)
  const strongest = interactions
    .toSorted((a, b) => Math.abs(Math.log(b.effect.value)) - Math.abs(Math.log(a.effect.value)))
    .slice(0, MOST_INTERACTIONS)
  // With a single condition at each pair of levels they are what the main effects leave, which says less.
  if (strongest.length === 0) return
  console.log(
    `\n  interactions: what two levels do together beyond what each does alone, ${strongest.length} of ${interactions.length}\n`,
  )
  console.log(textTable(strongest, INTERACTION_COLUMNS))
}

const EFFECT_COLUMNS: readonly Column<LevelEffect & { readonly names: readonly string[] }>[] = [
  { heading: '  factor', cell: ({ names }) => `  ${names.join(', ')}` },
  { heading: 'level', cell: ({ level }) => level.map((one) => one ?? '–').join(', '), align: 'right' },
  { heading: 'n', cell: ({ n }) => n, align: 'right' },
  { heading: 'gain', cell: ({ gain }) => gain.value.toFixed(2), align: 'right' },
  { heading: '95 % interval', cell: ({ gain }) => range(gain.interval) },
  { heading: 'effect', cell: ({ effect }) => times(effect), align: 'right' },
  { heading: '95 % interval', cell: ({ effect }) => range(effect.interval) },
]

const INTERACTION_COLUMNS: readonly Column<Interaction>[] = [
  { heading: '  factors', cell: ({ names }) => `  ${names.map((group) => group.join(', ')).join(' × ')}` },
  {
    heading: 'levels',
    cell: ({ level }) => level.map((group) => group.map((one) => one ?? '–').join(', ')).join(' × '),
  },
  { heading: 'n', cell: ({ n }) => n, align: 'right' },
  { heading: 'effect', cell: ({ effect }) => times(effect), align: 'right' },
  { heading: '95 % interval', cell: ({ effect }) => range(effect.interval) },
]

function times({ value }: RatioEstimate): string {
  return `× ${value.toFixed(2)}`
}

/** `1.20–1.41`. */
export function range(limits: Limits | null): string | null {
  return limits === null ? null : `${limits[0].toFixed(2)}–${limits[1].toFixed(2)}`
}
