import type { RecordedWindow } from '../../model/recording/recording.ts'
import type { PlannedCell } from './plan.ts'

/**
 * Packets that a cell's servers begin with: what the plan sets, else what a recording of the page shows; null: neither does.
 * @param recorded of the page; null or not there: it is no recording, or shows none
 */
export function initialWindow(
  { initcwnd }: Pick<PlannedCell, 'initcwnd'>,
  transport: keyof RecordedWindow,
  recorded: RecordedWindow | null | undefined,
): number | null {
  return initcwnd ?? recorded?.[transport] ?? null
}
