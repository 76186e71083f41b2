import type { CellVisit } from './cell-visits.ts'

/** Visits for several lanes, in their order. A lane does not wait for the others at the end of a block. */
export class VisitQueue {
  readonly #waiting: CellVisit[]
  readonly #isOneLaneACell: boolean
  readonly #cells = new Set<number>()

  /** @param isOneLaneACell a cell is in one lane at a time: where what its earlier rounds say can end it */
  constructor(
    visits: readonly CellVisit[],
    { isOneLaneACell = false }: { readonly isOneLaneACell?: boolean } = {},
  ) {
    this.#waiting = [...visits]
    this.#isOneLaneACell = isOneLaneACell
  }

  /** The first that a lane may take. Null where there is none: what is left is for the lanes that have its cells. */
  take(): CellVisit | null {
    const index = this.#waiting.findIndex(({ cell }) => !this.#cells.has(cell))
    if (index === -1) return null
    const [visit = null] = this.#waiting.splice(index, 1)
    if (visit !== null && this.#isOneLaneACell) this.#cells.add(visit.cell)
    return visit
  }

  /** Its lane is done with it. */
  release({ cell }: CellVisit): void {
    this.#cells.delete(cell)
  }
}
