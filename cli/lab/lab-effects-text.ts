import { ratioText } from '../../model/ratio-text.ts'
import type {
  FactorEffect,
  FactorEffects,
  Interaction,
  LevelEffect,
  RatioEstimate,
} from '../../stats/lab/factor-effects.ts'
import type { Interval } from '../../stats/tests/wilson.ts'
import { MIN_TREE_CASES } from '../../stats/tree/decision-tree.ts'
import { questionText } from '../../stats/tree/question-text.ts'
import { treeRows } from '../../stats/tree/tree-rows.ts'
import type { VerdictTree } from '../../stats/tree/verdict-tree.ts'
import { limitsText } from '../output/comparison-text.ts'
import { type Column, textTable } from '../output/table.ts'
import { countText, lineWidth, wrap } from '../output/text.ts'

/** Interactions that are printed: the strongest. All are in JSON. */
const MOST_INTERACTIONS = 10

/** Says what each factor does to the gain, by itself and with another. */
export function effectLines(
  { factors, interactions, confounded }: FactorEffects,
  width: number | null,
): string[] {
  if (factors.length === 0) return []
  const effects = factors.filter(({ gainIs }) => gainIs === 'main-effect')
  const means = factors.filter(({ gainIs }) => gainIs === 'mean')
  const strongest = interactions
    .toSorted((a, b) => Math.abs(Math.log(b.effect.value)) - Math.abs(Math.log(a.effect.value)))
    .slice(0, MOST_INTERACTIONS)
  return [
    ...(effects.length === 0
      ? []
      : [
          '',
          '  main effects: the gain at each level, and over the mean of all levels',
          '',
          textTable(effects.flatMap(levelRows), EFFECT_COLUMNS, width),
        ]),
    ...(means.length === 0 ? [] : meanLines(means, width)),
    ...confounded.map((name) => `  ${name} is confounded with the others`),
    // They are what the main effects leave with a single condition at each pair of levels, which says less.
    ...(strongest.length === 0
      ? []
      : [
          '',
          '  interactions: what two levels do together beyond what each does by itself, ' +
            `${strongest.length} of ${interactions.length}`,
          '',
          textTable(strongest, INTERACTION_COLUMNS, width),
        ]),
    ...wrap(`  ${INDEPENDENT}`, lineWidth(width)),
  ]
}

/** The report says of conditions that their intervals are wider where rounds resemble their neighbours. */
const INDEPENDENT =
  'Intervals over factors take rounds as independent; where they resemble their neighbours, that of the condition itself is wider.'

/** Lists factors that are not crossed: gains of other conditions at each level, of which no effect can be read. */
function meanLines(means: readonly FactorEffect[], width: number | null): string[] {
  const about =
    '  means, not main effects: the geometric mean of the conditions at each level, which differ in other factors too, as ' +
    'not every level of one was measured with every level of the other'
  return [
    '',
    ...wrap(about, lineWidth(width)),
    '',
    textTable(means.flatMap(levelRows), MEAN_COLUMNS, width),
    ...means.flatMap(({ names, notCrossedWith }) =>
      wrap(`  ${names.join(', ')}: not crossed with ${notCrossedWith.join(', ')}`, lineWidth(width)),
    ),
  ]
}

type LevelRow = LevelEffect & Pick<FactorEffect, 'names'>

function levelRows({ names, levels }: FactorEffect): LevelRow[] {
  return levels.map((level) => ({ names, ...level }))
}

const MEAN_COLUMNS: readonly Column<LevelRow>[] = [
  { heading: '  factor', cell: ({ names }) => `  ${names.join(', ')}` },
  { heading: 'level', cell: ({ level }) => level.map((one) => one ?? '–').join(', '), align: 'right' },
  { heading: 'n', cell: ({ n }) => n, align: 'right' },
  { heading: 'gain', cell: ({ gain }) => ratioText(gain.value), align: 'right' },
  { heading: '95 % interval', cell: ({ gain }) => limitsText(gain.interval), align: 'right' },
]

const EFFECT_COLUMNS: readonly Column<LevelRow>[] = [
  ...MEAN_COLUMNS,
  { heading: 'effect', cell: ({ effect }) => effect && times(effect), align: 'right' },
  { heading: '95 % interval', cell: ({ effect }) => limitsText(effect?.interval), align: 'right' },
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

/** A decision tree, a line for each node, and how often it is right. */
export function treeLines({ conditions, leftOut, found }: VerdictTree): string[] {
  const without = leftOut === 0 ? '' : `; ${leftOut} without a verdict left out`
  const title = `decision tree of ${countText(conditions, 'cell')} with a verdict${without}`
  if (found === null) return [title, `too few: a tree needs ${MIN_TREE_CASES}`]
  const { tree, folds, accuracy, withoutTree } = found
  return [
    title,
    ...treeRows(tree).map(({ depth, after, outcome, counts, n }) => {
      const asked = after === null ? 'all' : `${questionText(after.question)}: ${after.answer}`
      const others =
        counts.length === 1 ? '' : `: ${counts.map((each) => `${each.outcome} ${each.n}`).join(', ')}`
      return `${'· '.repeat(depth)}${asked} → ${outcome} (n = ${n}${others})`
    }),
    `right of ${shareText(accuracy)} of the cells that it is not made of (${folds}-fold cross-validation); ` +
      `the most frequent verdict alone of ${shareText(withoutTree)}`,
  ]
}

function shareText({ share, low, high }: Interval): string {
  const [whole, from, to] = [share, low, high].map((part) => (100 * part).toFixed(0))
  return `${whole} % (95 % interval ${from} to ${to})`
}
