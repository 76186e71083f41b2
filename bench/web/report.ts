import { median } from '../../stats/median.ts'
import type { FirstView } from './first-view.ts'
import type { Preset, Scores } from './lighthouse.ts'
import { WEB_TARGETS } from './targets.ts'

/** All that was measured of one page. */
export interface PageFigures {
  /** `overview`, `site`. */
  readonly name: string
  readonly path: string
  readonly views: readonly FirstView[]
  /** Runs of Lighthouse by preset; none where it was not found. */
  readonly scores: Readonly<Partial<Record<Preset, readonly Scores[]>>>
}

/** A table for people: medians over the runs, each beside its target. */
export function webReport(pages: readonly PageFigures[]): string {
  const rows = pages.flatMap(({ name, views, scores }) => {
    const { score, scriptBytes, usableMs } = WEB_TARGETS
    const usable = middle(views.map((view) => view.usableMs))
    const bytes = middle(views.map((view) => view.scriptBytes))
    return [
      line(name, 'usable', views.length, `${usable.toFixed(0)} ms`, `< ${usableMs} ms`, usable < usableMs),
      line(name, 'JavaScript', views.length, kB(bytes), `< ${kB(scriptBytes)}`, bytes < scriptBytes),
      ...Object.entries(scores).flatMap(([preset, runs]) =>
        (['performance', 'accessibility'] as const).map((category) => {
          const found = middle(runs.map((run) => run[category]))
          return line(
            name,
            `${category}, ${preset}`,
            runs.length,
            String(found),
            `≥ ${score}`,
            found >= score,
          )
        }),
      ),
    ]
  })
  return [cells('page', 'figure', 'runs', 'median', 'target', ''), ...rows].join('\n')
}

/** @throws RangeError without values: a figure that was not measured has no line */
function middle(values: readonly number[]): number {
  const found = median(values)
  if (found === undefined) throw new RangeError('nothing was measured')
  return found
}

const kB = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

function line(
  page: string,
  figure: string,
  runs: number,
  found: string,
  target: string,
  isMet: boolean,
): string {
  return cells(page, figure, String(runs), found, target, isMet ? 'kept' : 'MISSED')
}

function cells(
  ...[page, figure, runs, found, target, verdict]: readonly [string, string, string, string, string, string]
): string {
  return `${page.padEnd(10)}${figure.padEnd(24)}${runs.padStart(4)}${found.padStart(12)}${target.padStart(14)}  ${verdict}`.trimEnd()
}
