import {
  factorLabel,
  factorText,
  levelText,
  levelWords,
  objectsWords,
  pageWords,
} from '../../../figures/factor-terms.ts'
import type { FactorValue, LabGains } from '../../../server/contract/contract.ts'

export type GainRow = LabGains['rows'][number]
type Factors = GainRow['factors']

/** A condition that was varied: one factor, or several that always change together. */
export interface LabFactor {
  /** Name of the first of them: names the choice in an address. */
  readonly name: string
  readonly label: string
  readonly levels: readonly LabLevel[]
}

export interface LabLevel {
  /** Written as in an address. */
  readonly key: string
  /** Written as on an axis. */
  readonly text: string
  /** Written as in a sentence. */
  readonly words: string
  /** Says by which levels are sorted; null for a word. */
  readonly order: number | null
  /** Place on an axis of numbers; null for a word, and for several factors together. */
  readonly position: number | null
}

/** Factors that make a page, so that each has a row of its own. */
export const PAGE_FACTORS: readonly string[] = ['page', 'objects', 'objectBytes']

/** The conditions that differ between rows of a lab run beside their pages, the one with the most levels first. */
export function variedFactors(rows: readonly GainRow[]): readonly LabFactor[] {
  const names = [...new Set(rows.flatMap(({ factors }) => Object.keys(factors)))]
    .filter((name) => !PAGE_FACTORS.includes(name))
    .filter((name) => new Set(rows.map(({ factors }) => keyIn(factors, name))).size > 1)
    .sort((a, b) => precedence(a) - precedence(b))
  const groups: string[][] = []
  for (const name of names) {
    const together = groups.find(([first = '']) => follows(rows, first, name) && follows(rows, name, first))
    if (together !== undefined) together.push(name)
    // A factor that follows from another one, as a link's figures from its profile, is no choice of its own.
    else if (!groups.some(([first = '']) => follows(rows, name, first))) groups.push([name])
  }
  return groups
    .map((group) => factorOf(group, rows))
    .sort((a, b) => b.levels.length - a.levels.length || precedence(a.name) - precedence(b.name))
}

/** Says where a factor stands among others: a profile names a whole link, and comes before its figures. */
function precedence(name: string): number {
  const place = ['profile', 'rttMs', 'downMbps', 'upMbps', 'lossFraction'].indexOf(name)
  return place === -1 ? 9 : place
}

/** Whether rows that are alike in `other` are alike in `name`. */
function follows(rows: readonly GainRow[], name: string, other: string): boolean {
  const byOther = new Map<string, string>()
  return rows.every(({ factors }) => {
    const [key, value] = [keyIn(factors, other), keyIn(factors, name)]
    const before = byOther.get(key)
    byOther.set(key, value)
    return before === undefined || before === value
  })
}

function factorOf(names: readonly string[], rows: readonly GainRow[]): LabFactor {
  // A profile says what its figures are.
  const shown = names[0] === 'profile' ? names.slice(0, 1) : names
  const [name = ''] = shown
  const isRate = shown.join() === 'downMbps,upMbps'
  const byKey = new Map(rows.map(({ factors }) => [keyIn(factors, name), factors]))
  const levels = [...byKey].map(([key, factors]): LabLevel => {
    const each = (write: (factor: string, level: FactorValue) => string) =>
      shown.map((factor) => write(factor, valueIn(factors, factor)))
    const value = valueIn(factors, name)
    const text = each(levelText).join(isRate ? '/' : ', ')
    return {
      ...{ key, text, words: isRate ? `${text} Mbit/s` : each(levelWords).join(', ') },
      order: typeof value === 'number' ? value : null,
      position: typeof value === 'number' && shown.length === 1 ? value : null,
    }
  })
  const label = isRate ? 'rate (Mbit/s)' : shown.map(factorLabel).join(', ')
  return { name, label, levels: levels.sort(compareLevels) }
}

function compareLevels(a: LabLevel, b: LabLevel): number {
  if (a.order !== null && b.order !== null) return a.order - b.order
  return a.key < b.key ? -1 : 1
}

/** A row's level of a factor, as it stands in an address. */
export function levelKey({ factors }: GainRow, { name }: LabFactor): string {
  return keyIn(factors, name)
}

/** The page of a row in words; null where the run does not say. */
export function rowPage({ factors }: Pick<GainRow, 'factors'>): string | null {
  const [page, objects, sizeBytes] = PAGE_FACTORS.map((name) => valueIn(factors, name))
  if (typeof objects === 'number' && typeof sizeBytes === 'number') return objectsWords(objects, sizeBytes)
  return typeof page === 'string' ? pageWords(page) : null
}

/** A condition in words, page first: `CableLabs A, 20 ms round trip`. `names`: factors that are named, of pages all. */
export function factorsWords(factors: Factors, names: readonly string[]): string {
  const levels = names
    .filter((name) => !PAGE_FACTORS.includes(name))
    .toSorted((a, b) => precedence(a) - precedence(b))
    .map((name) => levelWords(name, valueIn(factors, name)))
  return [rowPage({ factors }) ?? '', ...levels].filter((part) => part !== '').join(', ')
}

/** Everything of a row that was varied, in words: `20 ms round trip, 1 % loss`. */
export function conditionWords(row: GainRow, factors: readonly LabFactor[]): string {
  return factors
    .toSorted((a, b) => precedence(a.name) - precedence(b.name))
    .map((factor) => factor.levels.find(({ key }) => key === levelKey(row, factor))?.words ?? '')
    .filter((words) => words !== '')
    .join(', ')
}

function keyIn(factors: Factors, name: string): string {
  return factorText(valueIn(factors, name))
}

function valueIn(factors: Factors, name: string): FactorValue {
  return Object.hasOwn(factors, name) ? (factors[name] ?? null) : null
}
