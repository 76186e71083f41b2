import type { AdviceDocument, WhatIfAdvice } from '../../advise/advice-document.ts'
import { gainText, OUTCOME_WORDS } from '../../advise/gain-words.ts'
import { NETWORK_WORDS } from '../../advise/networks.ts'
import { ARMS } from '../../model/arm.ts'
import { html, Markup } from '../../server/http/html.ts'

/** What to change, the largest gain first; then what gained too little, and what does not apply. */
export function changesSection({ whatIfs, advice }: AdviceDocument): Markup | null {
  if (whatIfs.length === 0) return null
  const advised = whatIfs.filter((each) => each.advised)
  const tried = whatIfs.filter((each) => each.tried && !each.advised)
  const others = whatIfs.filter((each) => !each.tried)
  return html`<h2>What to change</h2>
${
  advice.length === 0
    ? html`<p>Nothing was shown to gain enough to matter.</p>`
    : html`<ul>${advice.map(
        (step) => html`<li><b>${step}</b></li>
`,
      )}</ul>`
}
${advised.length === 0 ? null : html`<ol class="steps">${advised.map((each) => stepItem(each, true))}</ol>`}
${group('Tried, and not shown to gain enough', tried, (each) => stepItem(each, false))}
${group('Not tried', others, ({ title, why }) => html`<li><h3>${title}</h3><p>${why}</p></li>`)}`
}

function group(
  title: string,
  whatIfs: readonly WhatIfAdvice[],
  item: (whatIf: WhatIfAdvice) => Markup,
): Markup | null {
  return whatIfs.length === 0
    ? null
    : html`<details><summary>${title}: ${whatIfs.length}</summary><ul class="steps">${whatIfs.map(item)}</ul></details>`
}

function stepItem({ title, why, results, howToDo }: WhatIfAdvice, withHow: boolean): Markup {
  return html`<li><h3>${title}</h3>
<p>${why}</p>
<ul>${results.map(
    (result) =>
      html`<li>${NETWORK_WORDS[result.network]}: ${OUTCOME_WORDS[result.outcome]}, ${gainText(result) ?? 'not compared'}; ${msText(result.beforeMs)} under ${ARMS[result.before].label} as it is, ${msText(result.afterMs)} under ${ARMS[result.after].label} changed; n = ${result.rounds}</li>
`,
  )}</ul>
${
  withHow && howToDo.length > 0
    ? html`<dl>${howToDo.map(({ where, how }) => html`<dt>${where}</dt><dd>${codeMarkup(how)}</dd>`)}</dl>`
    : null
}</li>`
}

/** What stands between backquotes is to be typed. */
function codeMarkup(text: string): Markup {
  const parts = text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return new Markup(parts.map((part) => part.text).join(''))
}

function msText(value: number | null): string {
  return value === null ? 'unknown' : `${value.toFixed(0)} ms`
}
