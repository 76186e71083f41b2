import { Markup } from '../../server/http/html.ts'
import { checkStyle } from '../check/check-style.ts'

/** Colours stand beside words, and never alone. */
const REPORT = `
.answer { font: 1.6rem/1.35 var(--serif); max-width: 46ch; margin: .4rem 0 1rem }
.table-note { max-width: 80ch }
.gains td { text-align: left; min-width: 9rem; border-bottom: 0; padding: .5rem .8rem; border: 2px solid var(--paper) }
.gains th { text-align: left }
.gains td b { font-size: 1.1rem } .gains td span { display: block }
.faster { background: var(--gain-6); color: var(--on-gain-6) }
.slower { background: var(--gain-2); color: var(--on-gain-2) }
.unchanged { background: var(--gain-4); color: var(--on-gain-4) }
.unknown { background: var(--paper); color: var(--quiet) }
.steps { max-width: 80ch; padding-left: 1.4rem } .steps > li { margin: 0 0 1.2rem } .steps h3 { margin: 0; font-size: 1.1rem }
.steps ul { padding-left: 1.2rem } dt { margin-top: .4rem; color: var(--ink); font-weight: 600 } dd { margin-left: 1.2rem }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere }
details { margin: .4rem 0 } summary { cursor: pointer }
@media print { details::details-content { content-visibility: visible; block-size: auto } .scroll { overflow: visible } .scroll .chart { max-width: 100%; height: auto }
  h2, h3 { break-after: avoid } figure, tr { break-inside: avoid } .gains td { print-color-adjust: exact } }
@media (max-width: 600px) { .answer { font-size: 1.25rem } .gains td { min-width: 7rem; padding: .4rem } }
`

/** The styles of a check's page, and those of an advice's own parts. */
export function reportStyle(): Markup {
  return new Markup(`${checkStyle().text}${REPORT}`)
}
