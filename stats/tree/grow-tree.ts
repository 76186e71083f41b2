import type { FactorLevel } from '../lab/factor-groups.ts'

/** One thing that is known by some features, and what came of it. */
export interface TreeCase<Outcome extends string> {
  readonly features: Readonly<Record<string, FactorLevel>>
  readonly outcome: Outcome
}

/** A case is asked whether a number is at most so large, or whether a level is this one. */
export type TreeQuestion =
  | { readonly feature: string; readonly atMost: number }
  | { readonly feature: string; readonly equals: FactorLevel }

export interface TreeNode<Outcome extends string> {
  readonly n: number
  /** Cases by outcome, the most frequent first, then by name. */
  readonly counts: readonly { readonly outcome: Outcome; readonly n: number }[]
  /** Most frequent outcome of a case that ends here; of several the first by name. */
  readonly outcome: Outcome
  /** Is null at a leaf. */
  readonly split: {
    readonly question: TreeQuestion
    readonly yes: TreeNode<Outcome>
    readonly no: TreeNode<Outcome>
  } | null
}

interface TreeLimits {
  /** Questions from the root to a leaf, at most. */
  readonly depth: number
  /** Cases of a leaf, at least. */
  readonly leafCases: number
}

/**
 * A classification tree by recursive partitioning (Breiman, Friedman, Olshen and Stone, Classification and Regression Trees,
 * 1984): each question is the one that lowers Gini's impurity most, of several the first by feature, then by level. A feature
 * whose levels are all numbers is cut at one of them; of any other one level is set apart. What does not change what is said
 * is taken back.
 * @param cases one or more
 */
export function growTree<Outcome extends string>(
  cases: readonly TreeCase<Outcome>[],
  { depth, leafCases }: TreeLimits,
): TreeNode<Outcome> {
  const counts = countsOf(cases)
  const [first] = counts
  if (first === undefined) throw new RangeError('a tree of no cases')
  const leaf = { n: cases.length, counts, outcome: first.outcome, split: null }
  const question = depth === 0 || counts.length === 1 ? null : bestQuestion(cases, leafCases)
  if (question === null) return leaf
  const [yes, no] = [true, false].map((answer) =>
    growTree(
      cases.filter(({ features }) => answerTo(question, features) === answer),
      { depth: depth - 1, leafCases },
    ),
  ) as [TreeNode<Outcome>, TreeNode<Outcome>]
  const isVain = yes.split === null && no.split === null && yes.outcome === no.outcome
  return isVain ? leaf : { ...leaf, split: { question, yes, no } }
}

/** Returns what a tree says of a case. */
export function outcomeBy<Outcome extends string>(
  { split, outcome }: TreeNode<Outcome>,
  features: TreeCase<Outcome>['features'],
): Outcome {
  return split === null
    ? outcome
    : outcomeBy(answerTo(split.question, features) ? split.yes : split.no, features)
}

function answerTo(question: TreeQuestion, features: TreeCase<string>['features']): boolean {
  const level = levelIn(features, question.feature)
  if ('equals' in question) return level === question.equals
  return typeof level === 'number' && level <= question.atMost
}

function bestQuestion<Outcome extends string>(
  cases: readonly TreeCase<Outcome>[],
  leafCases: number,
): TreeQuestion | null {
  let [best, least]: [TreeQuestion | null, number] = [null, cases.length * impurity(cases) - ROUNDING]
  for (const question of questionsOf(cases)) {
    const yes = cases.filter(({ features }) => answerTo(question, features))
    const no = cases.filter(({ features }) => !answerTo(question, features))
    if (yes.length < leafCases || no.length < leafCases) continue
    const left = yes.length * impurity(yes) + no.length * impurity(no)
    if (left >= least) continue
    least = left - ROUNDING
    best = question
  }
  return best
}

/** Two ways to the same number differ by less. */
const ROUNDING = 1e-9

function questionsOf(cases: readonly TreeCase<string>[]): TreeQuestion[] {
  const names = [...new Set(cases.flatMap(({ features }) => Object.keys(features)))].sort()
  return names.flatMap((feature): TreeQuestion[] => {
    const levels = [...new Set(cases.map(({ features }) => levelIn(features, feature)))]
    if (levels.length === 1) return []
    const numbers = levels.filter((level) => typeof level === 'number')
    if (numbers.length < levels.length)
      return levels.sort(byText).map((level): TreeQuestion => ({ feature, equals: level }))
    return numbers
      .sort((a, b) => a - b)
      .slice(0, -1)
      .map((atMost) => ({ feature, atMost }))
  })
}

const byText = (a: FactorLevel, b: FactorLevel): number => (String(a) < String(b) ? -1 : 1)

function levelIn(features: TreeCase<string>['features'], name: string): FactorLevel {
  return Object.hasOwn(features, name) ? (features[name] ?? null) : null
}

/** Gini's: the chance that two cases, drawn with replacement, differ in their outcome. */
function impurity(cases: readonly TreeCase<string>[]): number {
  const squares = countsOf(cases).reduce((sum, { n }) => sum + (n / cases.length) ** 2, 0)
  return 1 - squares
}

function countsOf<Outcome extends string>(
  cases: readonly TreeCase<Outcome>[],
): { outcome: Outcome; n: number }[] {
  return [...Map.groupBy(cases, ({ outcome }) => outcome)]
    .map(([outcome, same]) => ({ outcome, n: same.length }))
    .sort((a, b) => b.n - a.n || (a.outcome < b.outcome ? -1 : 1))
}
