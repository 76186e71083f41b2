import { GRAPH_PREFIX } from '../../model/lab-page-name.ts'
import type { PlannedCell } from './plan.ts'

/** Whether cells are loaded as graphs, without a browser: no plan has pages of both loaders. */
export const isOfGraphs = (cells: readonly Pick<PlannedCell, 'page'>[]): boolean =>
  cells.some(({ page }) => page.startsWith(GRAPH_PREFIX))
