import type { CellVisit } from './cell-visits.ts'

/**
 * Visits for several lanes: in their order, but a cell is in one lane at a time. A lane does not wait for the others at the
 * end of a block: on a slow link the last cell of one takes minutes.
 */
export class VisitQueue {
  readonly #waiting: CellVisit[]
  readonly #cells = new Set<number>()

  constructor(visits: readonly CellVisit[]) {
    this.#waiting = [...visits]
  }

  /** The first whose cell is in no lane. Null where there is none: what is left is for the lanes that have its cells. */
  take(): CellVisit | null {
    const index = this.#waiting.findIndex(({ cell }) => !this.#cells.has(cell))
    if (index === -1) return null
    const [visit = null] = this.#waiting.splice(index, 1)
    if (visit !== null) this.#cells.add(visit.cell)
    return visit
  }

  /** Its lane is done with it. */
  release({ cell }: CellVisit): void {
    this.#cells.delete(cell)
  }
}
