import { escapeHtml } from '../../server/http/escape-html.ts'
import { gainText, limitsText } from '../output/comparison-text.ts'
import { unfinishedText } from '../probe/busy-text.ts'
import { conditions } from './check-conditions.ts'
import type { CheckReport } from './check-report.ts'
import { baselineLabel, labelOf, leftOutSentences, spokenSentence, verdictSentences } from './check-words.ts'
import { loadTimes } from './load-times.ts'

const STYLE = `
:root { color-scheme: light dark; --ink: light-dark(#1b1f24, #e6e8eb); --paper: light-dark(#fff, #15181c);
  --faint: light-dark(#59636e, #9aa4af); --line: light-dark(#d5dae0, #363d45);
  --h1: light-dark(#6b5900, #e0c341); --h2: light-dark(#0a5cc2, #6cb0ff); --h3: light-dark(#8a2c83, #e48ddc); }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); margin: 0 auto; padding: 1.5rem;
  max-width: 46rem; overflow-wrap: anywhere }
h1 { font-size: 1.6rem; margin: 0 0 .3rem } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
.verdicts { padding: 0; list-style: none } .verdicts li { font-size: 1.15rem; margin: .6rem 0 }
.notice { border: 1px solid var(--line); padding: .5rem .8rem } p, dd { margin: 0 0 .5rem } dt { color: var(--faint) }
svg { width: 100%; max-width: 34rem; height: auto; font-size: 13px } svg text { fill: var(--ink) }
.axis line { stroke: var(--line) } svg .axis text, svg .unit { fill: var(--faint) }
.median { stroke: currentColor; stroke-width: 3 } circle { fill: currentColor; fill-opacity: .5 }
.http, .h1 { color: var(--h1) } .h2 { color: var(--h2) } .h3, .h3-altsvc { color: var(--h3) }
.scroll { overflow-x: auto } table { border-collapse: collapse } th, td { text-align: right; overflow-wrap: normal; padding: .25rem .8rem .25rem 0;
  border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums } th:first-child { text-align: left }
footer { color: var(--faint); font-size: .9rem; margin-top: 2rem }
`

/** A check as one HTML page that needs no other file, no script and no network. */
export function checkPage(report: CheckReport, version: string): string {
  const { domain, facts, campaign, arms } = report
  const notes = leftOutSentences(arms)
  const baseline = baselineLabel(arms)
  const unfinished =
    unfinishedText(report.lackingLoads, arms) ??
    'The check was stopped before its end: these are the loads so far.'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeHtml(domain)}: HTTP/1.1, HTTP/2, HTTP/3</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(domain)}</h1>
<p>${escapeHtml(spokenSentence(facts))}</p>
${campaign.sandbox ? '<p class="notice">Measured in the sandbox or on a network of your own, not on the internet.</p>' : ''}
${campaign.state === 'finished' ? '' : `<p class="notice">${escapeHtml(unfinished)}</p>`}
<ul class="verdicts">
${verdictSentences(report)
  .map((text) => `<li>${escapeHtml(text)}</li>`)
  .join('\n')}
</ul>
<h2>Page load times</h2>
<p>A dot is one load, the line is the median of its protocol.</p>
${loadTimes(report)}
${table(report)}
${notes.length === 0 ? '' : `<h2>Loads that do not count</h2>\n${notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}`}
<h2>Conditions</h2>
<dl>
${conditions(report)
  .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
  .join('\n')}
</dl>
<h2>How to read this</h2>
<p>The page was loaded in turn under each protocol, in random order, each time with empty caches and new connections. The
gain is the median page load time of ${baseline} divided by that of the protocol: above 1 the protocol is faster. A protocol
is called faster or slower only where the 95 % interval (bootstrap over rounds) excludes 1; six rounds are the fewest that
can show that. What is shown holds for this place, network and time, not for all visitors.</p>
</main>
<footer>towline ${escapeHtml(version)}, campaign ${campaign.id}, seed ${campaign.seed}</footer>
</body>
</html>
`
}

function table({ arms }: CheckReport): string {
  const rows = arms.map(({ arm, valid, invalid, failed, pltMs, comparison }) => {
    const cells = [
      valid,
      invalid + failed,
      pltMs?.toFixed(0) ?? '–',
      gainText(comparison) ?? '–',
      limitsText(comparison?.gainInterval) ?? '–',
    ]
    return `<tr><th scope="row">${labelOf(arm)}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const headings = ['protocol', 'loads', 'left out', 'median, ms', 'gain', '95 % interval']
  return `<div class="scroll" tabindex="0" role="region" aria-label="Medians and gains"><table>
<thead><tr>${headings.map((heading) => `<th scope="col">${heading}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div>`
}
