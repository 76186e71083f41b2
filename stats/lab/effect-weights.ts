import type { FactorGroup } from './factor-groups.ts'

/**
 * Says what each quantity of a linear model of the factors takes of each cell: quantities are sums of the cells' values with
 * these weights, one weight a cell.
 */
export interface EffectWeights {
  /** The mean over all levels of all factors. */
  readonly mean: Float64Array
  /** Says by group, then by level, how far the level lies from that mean. The levels of a group add up to 0. */
  readonly main: readonly (readonly Float64Array[])[]
  /** Returns what these cells lie off the sum of their main effects, in the mean. */
  readonly residual: (cells: readonly number[]) => Float64Array
  /** Groups that earlier ones determine: they have no effects of their own to be told. */
  readonly confounded: readonly number[]
}

/** Share of a column's length that is left of it when it hangs together with earlier ones but for rounding. */
const DEPENDENT = 1e-9

/**
 * Fits values by least squares on the main effects of the factors, coded so that the effects of a factor add up to 0. Where
 * every combination of levels occurs equally often these are the differences of plain means.
 *
 * @param count cells, 1 or more
 */
export function effectWeights(groups: readonly FactorGroup[], count: number): EffectWeights {
  const base = new Basis()
  base.add([new Float64Array(count).fill(1)])
  const confounded: number[] = []
  const first = groups.map((group, index) => {
    const at = base.size
    if (base.add(columnsOf(group))) return at
    confounded.push(index)
    return null
  })
  const coefficients = base.coefficients()
  const main = groups.map((group, index) => {
    const at = first[index]
    if (at == null) return group.levels.map(() => new Float64Array(count))
    const own = coefficients.slice(at, at + group.levels.length - 1)
    const last = new Float64Array(count).map(
      (_, cell) => -own.reduce((sum, row) => sum + (row[cell] ?? 0), 0),
    )
    return [...own, last]
  })
  const mean = coefficients[0] as Float64Array
  const residual = (cells: readonly number[]): Float64Array => {
    const weights = mean.map((weight) => -weight)
    for (const cell of cells) weights[cell] = (weights[cell] as number) + 1 / cells.length
    for (const [index, { levels, levelOf }] of groups.entries())
      for (const level of levels.keys()) {
        const share = cells.filter((cell) => levelOf[cell] === level).length / cells.length
        if (share > 0) subtract(weights, share, main[index]?.[level] as Float64Array)
      }
    return weights
  }
  return { mean, main, residual, confounded }
}

/** A column for each level but the last: 1 where a cell has it, −1 where it has the last. */
function columnsOf({ levels, levelOf }: FactorGroup): Float64Array[] {
  const last = levels.length - 1
  return Array.from({ length: last }, (_, level) =>
    Float64Array.from(levelOf, (own) => (own === level ? 1 : own === last ? -1 : 0)),
  )
}

/** Columns made orthonormal as they come (modified Gram-Schmidt): X = QR. */
class Basis {
  readonly #q: Float64Array[] = []
  /** Columns of R. */
  readonly #r: number[][] = []

  get size(): number {
    return this.#q.length
  }

  /** Adds all columns, or none where one of them is a sum of others. */
  add(columns: readonly Float64Array[]): boolean {
    const before = this.size
    for (const column of columns) {
      const rest = column.slice()
      const parts = this.#q.map((unit) => {
        const part = dot(unit, rest)
        subtract(rest, part, unit)
        return part
      })
      const length = Math.sqrt(dot(rest, rest))
      if (length <= DEPENDENT * Math.sqrt(dot(column, column))) {
        this.#q.length = before
        this.#r.length = before
        return false
      }
      this.#q.push(rest.map((value) => value / length))
      this.#r.push([...parts, length])
    }
    return true
  }

  /** The rows of R⁻¹Qᵀ: what each coefficient takes of each cell. */
  coefficients(): Float64Array[] {
    const rows = this.#q.map((unit) => unit.slice())
    for (let row = this.size - 1; row >= 0; row -= 1) {
      const own = rows[row] as Float64Array
      for (let later = row + 1; later < this.size; later += 1)
        subtract(own, this.#r[later]?.[row] as number, rows[later] as Float64Array)
      const pivot = this.#r[row]?.[row] as number
      for (const [cell, value] of own.entries()) own[cell] = value / pivot
    }
    return rows
  }
}

/** Takes so many times `other` from `values`. */
function subtract(values: Float64Array, times: number, other: Float64Array): void {
  for (const [index, value] of other.entries()) values[index] = (values[index] as number) - times * value
}

function dot(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] as number), 0)
}
