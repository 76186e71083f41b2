import { type AskedCheck, checksBefore, newestChecks } from '../../db/checks/asked-checks.ts'
import type { Database } from '../../db/connection/database.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { LONGEST_URL } from '../contract/contract.ts'
import { html, type Markup } from '../http/html.ts'
import { checkPath, type ShownResult, shownResultOf } from './check-answer.ts'
import { type CheckBoxOptions, PER_DOMAIN_AND_DAY } from './check-box.ts'
import { CHECKS_PATH } from './checks-api.ts'

type Reader = Pick<Database, 'query'>

/** Rows of a list of checks. */
const NEWEST = 30
/** Checks of one page, each with its gains. */
const OF_PAGE = 12

export async function checksPage(db: Reader, box: CheckBoxOptions | null): Promise<Markup> {
  const newest = await newestChecks(db, NEWEST)
  return html`<h1>Check a page</h1>
${box === null ? html`<p>This server takes no checks at present; those that it has done stay.</p>` : form(box)}
<h2>Newest checks</h2>
${newest.length === 0 ? html`<p>None yet.</p>` : table('Newest checks', ['Page', 'State', 'Asked, UTC'], newest.map(listed))}`
}

function form({ perDay, perAddress }: CheckBoxOptions): Markup {
  return html`<p>Loads a page several times under HTTP/1.1, HTTP/2 and HTTP/3, and says what each gains from here.
It takes a minute or two once it is its turn.</p>
<form id="check-form" class="controls">
<label class="control check-control">Page or site
<input id="check-url" name="url" type="text" inputmode="url" autocomplete="url" autocapitalize="none" spellcheck="false"
maxlength="${LONGEST_URL}" placeholder="https://example.com/" aria-describedby="check-rules" required /></label>
<button type="submit">Check</button>
</form>
<p id="check-problem" class="check-problem" role="alert"></p>
<noscript><p>The form needs JavaScript, which is switched off here. Without it, send
<code>{"url":"https://example.com/"}</code> to <code>POST ${CHECKS_PATH}</code>.</p></noscript>
<p id="check-rules" class="note">URL and result are public and stay. Public sites only, at their usual ports; what robots.txt
disallows is not loaded. A day has ${perDay} checks, ${perAddress} of one address, ${PER_DOMAIN_AND_DAY} of one site; a page
is checked once in 24 hours.</p>`
}

function listed({ id, url, state, createdAt }: AskedCheck): readonly (Markup | string)[] {
  return [html`<a href="${checkPath(id)}" data-native>${url}</a>`, state, moment(createdAt)]
}

/** A check: its place in the queue, then its result, and others of the same page. */
export async function checkPage(db: Reader, check: AskedCheck): Promise<Markup> {
  const others = (await newestChecks(db, OF_PAGE, check.url)).filter(({ id }) => id !== check.id)
  return html`<h1>Check of ${new URL(check.url).host}</h1>
<p class="check-url"><code>${check.url}</code></p>
<p class="note">Asked ${moment(check.createdAt)} UTC${check.finishedAt === null ? '' : `, ended ${moment(check.finishedAt)} UTC`}.
<a href="${CHECKS_PATH}/${check.id}">JSON</a> · <a href="/checks">Check another page</a></p>
${await stateOf(db, check)}
${others.length === 0 ? null : await history(db, others)}`
}

async function stateOf(db: Reader, check: AskedCheck): Promise<Markup> {
  switch (check.state) {
    case 'waiting': {
      const before = await checksBefore(db, check.id)
      const place =
        before === 0
          ? 'It is next.'
          : before === 1
            ? '1 check is before it.'
            : `${before} checks are before it.`
      return html`<p role="status"><strong>Waiting.</strong> ${place} The result comes on this page, which reloads itself.</p>`
    }
    case 'running':
      return html`<p role="status"><strong>Under way.</strong> It takes a minute or two. The result comes on this page, which reloads itself.</p>`
    case 'failed':
      return html`<p role="status"><strong>No result.</strong> ${check.reason}</p>`
    case 'done': {
      const result = await shownResultOf(db, check)
      return result === null
        ? html`<p role="status"><strong>No result.</strong> What is stored of it cannot be read.</p>`
        : resultOf(check.id, result)
    }
  }
}

function resultOf(id: number, { sentences, arms, browser, internet }: ShownResult): Markup {
  const rows = arms.map((arm) => [
    arm.label,
    String(arm.validLoads),
    String(arm.leftOutLoads),
    arm.medianMs === null ? '–' : arm.medianMs.toFixed(0),
    arm.gain === null ? '–' : ratioText(arm.gain),
    arm.gainInterval === null ? '–' : ratioRangeText(arm.gainInterval),
  ])
  return html`<ul class="check-sentences">${sentences.map((sentence) => html`<li>${sentence}</li>`)}</ul>
${table('Medians and gains', ['Protocol', 'Loads', 'Left out', 'Median load, ms', 'Gain', '95 % interval'], rows)}
<p><a href="${checkPath(id)}/report">Every load, the waterfall and the conditions</a></p>
<p class="note">The gain is the median load time of the first protocol divided by this one’s: above 1 it is faster. It holds for
this place, network and time. Browser: ${browser ?? 'unknown'}.${internet ? '' : ' It was loaded on a network of the operator’s own, not on the internet.'}</p>`
}

async function history(db: Reader, checks: readonly AskedCheck[]): Promise<Markup> {
  const rows = await Promise.all(
    checks.map(async (check) => {
      const result = await shownResultOf(db, check)
      const gains = (result?.arms ?? []).flatMap(({ label, gain }) =>
        gain === null ? [] : [`${label} ${ratioText(gain)}`],
      )
      const when = html`<a href="${checkPath(check.id)}">${moment(check.createdAt)}</a>`
      return [when, check.state, gains.length === 0 ? '–' : gains.join(', ')]
    }),
  )
  return html`<h2>Other checks of this page</h2>
${table('Other checks of this page', ['Asked, UTC', 'State', 'Gains'], rows)}`
}

function table(
  label: string,
  headings: readonly string[],
  rows: readonly (readonly (Markup | string)[])[],
): Markup {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="${label}"><table class="check-table">
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table></div>`
}

const moment = (iso: string): string => iso.slice(0, 16).replace('T', ' ')
