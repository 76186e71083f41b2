import type { Arm } from '../model/arm.ts'
import type { MetricName } from '../model/metrics.ts'

/** An estimate with its 95 % interval; null limits where there are too few values for one. */
export interface Estimate {
  readonly value: number
  readonly low: number | null
  readonly high: number | null
}

/** 95 % confidence interval of the value beside it. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** Samples that do not count, by reason. */
export interface LeftOut {
  readonly state: 'invalid' | 'failed' | 'not measured'
  readonly reason: string
  readonly count: number
}

/** The verdict on an arm against the baseline (docs/method.md). */
export type Verdict = 'faster' | 'slower' | 'no difference shown' | 'too few rounds'

export type FactorValue = string | number | boolean | null

/** The types of values, by what a column is called in code. */
interface Values {
  readonly arm: Arm
  readonly arms: readonly Arm[]
  /** Values by arm, for the arms that the head has as `arms`; an arm without a value is left out. */
  readonly byArm: Readonly<Partial<Record<Arm, number>>>
  readonly count: number
  readonly number: number
  readonly estimate: Estimate
  /** It belongs to the column whose name it begins with: `gainInterval`. */
  readonly interval: Interval
  readonly leftOut: readonly LeftOut[]
  readonly flag: boolean
  readonly text: string
  /** One word of a closed list. */
  readonly word: string
  /** A number for each word of a closed list; those without one are left out. */
  readonly each: Readonly<Partial<Record<string, number>>>
  /** A row of its own for each word of a closed list; those without one are left out. */
  readonly parts: Readonly<Partial<Record<string, Readonly<Record<string, unknown>>>>>
  readonly verdict: Verdict
  readonly metric: MetricName
  /** ISO 8601, UTC. */
  readonly instant: string
  /** Several in one cell. */
  readonly numbers: readonly number[]
  readonly factors: Readonly<Record<string, FactorValue>>
  /** One level of a factor. */
  readonly level: FactorValue
  /** Values of the metrics that were asked for, the same in each row. */
  readonly metrics: Readonly<Partial<Record<MetricName, number | null>>>
}

/** `ratio` is a gain: 1.42×. Of other numbers the unit stands in the column's name. */
export type Unit = 'ms' | 'bytes' | 'fraction' | 'percent' | 'ratio' | 'count'

/**
 * A column of a figure: from it follow the field of the JSON answer with its description, the columns of the CSV, and the
 * cells of every table, in the terminal and on the dashboard.
 */
export interface Column<
  K extends keyof Values = keyof Values,
  Null extends boolean = boolean,
  Word extends string = string,
> {
  readonly kind: K
  /** Heading in a table for people. */
  readonly heading: string
  /** Says to those who read the data what it is, and when it is null. Null: the name says it. */
  readonly meaning: string | null
  readonly unit: Unit | null
  readonly orNull: Null
  /** A flag's words for false and for true. */
  readonly words: readonly [no: string, yes: string]
  /** The closed list of a `word`, of `each` and of `parts`. */
  readonly oneOf: readonly Word[]
  /** Columns of each of `parts`. */
  readonly parts: Readonly<Record<string, Column>>
  /** Key of the head whose value names the column in data files, such as a metric; null: its own name. */
  readonly namedBy: string | null
  /**
   * Whether people see it: always, in a terminal only where lines are long enough, only where rows differ in it, or never, as
   * with numbers that name a thing in the data.
   */
  readonly shown: 'always' | 'where there is room' | 'where rows differ' | 'never'
}

interface PartsColumn<Word extends string, Parts extends Columns> extends Column<'parts', false, Word> {
  readonly parts: Parts
}

export type Columns = Readonly<Record<string, Column>>

type ValueOf<C> =
  C extends PartsColumn<infer Word, infer Parts>
    ? Readonly<Partial<Record<Word, RowOf<Parts>>>>
    : C extends Column<infer K, infer Null, infer Word>
      ? ValueOfKind<K, Word> | (true extends Null ? null : never)
      : never

type ValueOfKind<K extends keyof Values, Word extends string> = K extends 'word'
  ? Word
  : K extends 'each'
    ? Readonly<Partial<Record<Word, number>>>
    : Values[K]

export type RowOf<C extends Columns> = { readonly [Name in keyof C]: ValueOf<C[Name]> }

interface More {
  readonly namedBy?: string
  readonly unit?: Unit
  readonly words?: readonly [no: string, yes: string]
  readonly shown?: Column['shown']
}

/** A column that every row has a value of. */
export function column<K extends Exclude<keyof Values, 'word' | 'each' | 'parts'>>(
  kind: K,
  heading: string,
  meaning: string | null = null,
  { unit, namedBy, words = ['no', 'yes'], shown = 'always' }: More = {},
): Column<K, false, never> {
  return {
    kind,
    heading,
    meaning,
    unit: unit ?? null,
    orNull: false,
    words,
    oneOf: [],
    parts: {},
    namedBy: namedBy ?? null,
    shown,
  }
}

/** A column of words of a closed list. */
export function wordColumn<K extends 'word' | 'each', const Word extends string>(
  kind: K,
  oneOf: readonly Word[],
  heading: string,
  meaning: string | null = null,
): Column<K, false, Word> {
  return { ...column('text', heading, meaning), kind, oneOf }
}

/** Several values for each word of a closed list. */
export function partsColumn<const Word extends string, Parts extends Columns>(
  oneOf: readonly Word[],
  heading: string,
  meaning: string,
  parts: Parts,
): PartsColumn<Word, Parts> {
  return { ...column('text', heading, meaning), kind: 'parts', oneOf, parts }
}

/** The same, where a row may have none: its meaning says when. */
export function orNull<K extends keyof Values, Word extends string>(
  one: Column<K, false, Word>,
): Column<K, true, Word> {
  return { ...one, orNull: true }
}

/** Samples that do not count, whatever the reason. */
export function leftOutCount(leftOut: readonly LeftOut[]): number {
  return leftOut.reduce((sum, { count }) => sum + count, 0)
}
