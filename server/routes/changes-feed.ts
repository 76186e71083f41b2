import { createHash } from 'node:crypto'
import { finishedListSurveys } from '../../db/survey/surveys.ts'
import type { Answer, Change } from '../contract/contract.ts'
import { escapeHtml } from '../http/html.ts'
import { visible } from '../http/visible.ts'
import type { Context } from '../request/context.ts'

/** The changes of an answer as an Atom feed (RFC 4287), an entry each. Addresses are relative to that of the feed, which a static export has in the same place. */
export async function changesFeed({ db }: Context, { rows }: Answer<'changes'>): Promise<string> {
  const surveys = await finishedListSurveys(db)
  const [newest, oldest] = [surveys[0], surveys.at(-1)]
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>towline: what sites began or ceased to do</title>
  <id>${urn('feed', oldest?.createdAt, oldest?.seed)}</id>
  <updated>${newest?.finishedAt ?? '1970-01-01T00:00:00.000Z'}</updated>
  <author><name>towline</name></author>
  <link rel="alternate" href="../../"/>
${rows.map(entry).join('')}</feed>
`
}

function entry(row: Change): string {
  const { domain, label, change, surveyId, finishedAt, sinceSurveyId, since, vantage } = row
  const from = vantage === null ? '' : ` Seen from ${vantage}.`
  const again = row.flapping ? ' It changes to and fro.' : ''
  return `  <entry>
    <title>${text(`${domain} ${change}: ${label}`)}</title>
    <id>${urn(surveyId, finishedAt, domain, row.row)}</id>
    <updated>${finishedAt}</updated>
    <link rel="alternate" href="../../sites/${encodeURIComponent(domain)}"/>
    <category term="${row.row}" label="${text(label)}"/>
    <summary>${text(`${row.list}: between survey ${sinceSurveyId} (${since.slice(0, 10)}) and survey ${surveyId} (${finishedAt.slice(0, 10)}).${from}${again}`)}</summary>
  </entry>
`
}

function text(words: string): string {
  return escapeHtml(visible(words))
}

/** An identifier that stays the same wherever the feed is served from: a UUID of version 8 (RFC 9562, 5.8). */
function urn(...parts: readonly unknown[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  return `urn:uuid:${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
