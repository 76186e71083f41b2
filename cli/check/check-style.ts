import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Markup } from '../../server/http/html.ts'

const STYLES = join(import.meta.dirname, '../../web/styles')

/** Palette and charts of the dashboard. */
const SHARED = [
  'theme',
  'scroll',
  'chart/figure',
  'chart/marks',
  'chart/gains',
  'chart/phases',
  'chart/waterfall',
  'chart/print',
]

const PAGE = `
body { font: 16px/1.5 var(--sans); color: var(--ink); background: var(--paper); margin: 0; overflow-wrap: anywhere }
main, footer { max-width: 1140px; margin: 0 auto; padding: 24px clamp(16px, 3vw, 40px) }
main > p, dl, .verdicts { max-width: 80ch }
h1, h2 { font-family: var(--serif); line-height: 1.2 } h1 { font-size: 1.8rem; margin: 0 0 .3rem } h2 { margin: 2.2rem 0 .6rem }
.verdicts { padding: 0; list-style: none } .verdicts li { font-size: 1.15rem; margin: .6rem 0 }
.notice { background: var(--notice-ground); color: var(--notice-ink); padding: .5rem .8rem }
p, dd { margin: 0 0 .5rem } dt, .note, footer { color: var(--quiet) } .note, footer { font-size: .9rem }
.scroll { overflow-x: auto } .scroll .chart { max-width: none }
table { border-collapse: collapse } th, td { text-align: right; overflow-wrap: normal; padding: .25rem .8rem .25rem 0;
  border-bottom: 1px solid var(--rule); font-variant-numeric: tabular-nums } th:first-child { text-align: left }
`

/**
 * The styles of a check's page, which needs no other file.
 * @param more names of the dashboard's own styles that it needs beside these
 */
export function checkStyle(more: readonly string[] = []): Markup {
  const read = (names: readonly string[]) =>
    names.map((name) => readFileSync(join(STYLES, `${name}.css`), 'utf8'))
  return new Markup([...read(SHARED), PAGE, ...read(more)].join('\n').replaceAll(/\/\*.*?\*\//gs, ''))
}
