import type { AdviceDocument } from '../../advise/advice-document.ts'
import { Markup } from '../../server/http/html.ts'
import { visible } from '../../server/http/visible.ts'
import { adviceOrigin, adviceTitle, adviceView } from '../../web/advice/advice-view.ts'
import { markup } from '../../web/dom/markup.ts'
import { checkStyle } from '../check/check-style.ts'
import { reportPage } from '../check/report-page.ts'

/** Wide enough for two loads side by side. */
const WIDTH = 1_120

/** An advice as one HTML page that needs no other file, no script and no network. */
export function adviceReport(advice: AdviceDocument): string {
  const view = adviceView(visibleOf(advice), { width: WIDTH, answerTag: 'h1' })
  return reportPage({
    title: adviceTitle(advice),
    description: advice.answer,
    style: checkStyle(['advice']),
    body: new Markup(markup(view)),
    footer: adviceOrigin(advice),
  })
}

/** A name that a stranger chose cannot turn the text around it about. */
function visibleOf(advice: AdviceDocument): AdviceDocument {
  return JSON.parse(JSON.stringify(advice), (_, value) =>
    typeof value === 'string' ? visible(value) : value,
  )
}
