import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkJunit } from '../../cli/check/check-junit.ts'
import { checkPage } from '../../cli/check/check-page.ts'
import { replayReportHtml } from '../../cli/replay/report-html.ts'
import { campaignOf, factsOf, reportOf } from '../cli/check/check-data.ts'
import { atPort, load, noBrowser, openTestBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { writeReplayRun } from '../server/replay/replay-run.ts'
import { type Served, served } from '../server/served.ts'
import { startWeb } from '../servers/web.ts'

const HIT = '/hit'
/** What nobody may see as it is: it turns a text around, or is forbidden in XML. */
const FORBIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u
const NAMES = [
  `<img src=${HIT} onerror=fetch("${HIT}")>`,
  `</title></script></style><script>fetch("${HIT}")</script>`,
  `" onload=fetch("${HIT}") x="`,
  `' onload=fetch('${HIT}') x='`,
  `--> ]]> <svg onload=fetch("${HIT}")>`,
  `javascript:fetch("${HIT}")`,
  '\u202egpj.exe\u2066 \u0000\u0007\u001b[31m',
  'x'.repeat(65_536),
]

/** Of a value every text that is none of towline's own words. */
function withName(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.map((each) => withName(each, name))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      typeof each === 'string' && /^(page|pageUrl|name|host|url|sentence|noRatio|title|domain)$/.test(key)
        ? name
        : withName(each, name),
    ]),
  )
}

const checkOf = (name: string) =>
  reportOf({
    ...{ domain: name, url: name, facts: factsOf({ h1: true, server: name, failure: null }) },
    leftOut: [{ arm: 'h3', reason: name }],
    campaign: campaignOf({ browserVersion: name, vantage: name }),
  })

/** Forges a site's name in the database, and asks for its badge. */
async function refusedBadge(server: Served, name: string): Promise<void> {
  const rename = async (from: string, to: string): Promise<void> => {
    for (const table of ['campaign_sites', 'survey_sites'])
      await server.writer.query(`UPDATE ${table} SET domain = ? WHERE domain = ?`, [to, from])
  }
  await rename('site1.test', name)
  // Node refuses what is longer than all of a request may be.
  const response = await server.get(`/badge/${encodeURIComponent(name.slice(0, 8_000))}.svg`)
  await rename(name, 'site1.test')
  assert.equal(response.status, 404, name.slice(0, 40))
  assert.ok(!(await response.text()).includes(name.slice(0, 20)))
}

test('checks’ pages, replays’ reports and JUnit run, fetch or turn around no name; badges have none', {
  skip: noBrowser,
}, async () => {
  await using server = await served()
  const id = await writeReplayRun(server.writer)
  const replay = await server.answer('labReplay', `/lab/runs/${id}/replay`)
  const exchanges = await server.answer('replayExchanges', `/lab/runs/${id}/replay-exchanges`)
  assert.ok(exchanges.rows.length > 0)
  const run = { id, createdAt: '2026-11-28T00:00:00.000Z', toolVersion: '1' }
  const pages = new Map<string, string>()
  for (const [index, name] of NAMES.entries()) {
    await refusedBadge(server, name)
    const texts = {
      'check.html': checkPage(checkOf(name), '1'),
      'replay.html': replayReportHtml(
        { ...run, name },
        withName(replay, name) as typeof replay,
        withName(exchanges, name) as typeof exchanges,
      ),
      'junit.xml': checkJunit(checkOf(name), []),
    }
    for (const [kind, text] of Object.entries(texts)) {
      assert.doesNotMatch(text, FORBIDDEN, `${kind} of ${JSON.stringify(name.slice(0, 40))}`)
      // The policy would hold back what the page must not say in the first place.
      pages.set(`/${index}-${kind}`, text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''))
    }
  }
  await using web = await startWeb((request, response) => {
    const page = pages.get(request.url ?? '')
    response.statusCode = page === undefined ? 404 : 200
    const type = { html: 'text/html', xml: 'text/xml' }[request.url?.split('.')[1] ?? '']
    response.setHeader('content-type', `${type ?? 'text/plain'}; charset=utf-8`)
    response.end(page ?? '')
  })
  await using browser = await openTestBrowser({ switches: atPort(web.port) })
  for (const path of pages.keys()) {
    const { failure, status } = await load(browser, `http://page.test${path}`)
    assert.deepEqual({ path, failure, status }, { path, failure: null, status: 200 })
  }
  const asked = web.requests.map(({ url }) => url ?? '').filter((url) => url !== '/favicon.ico')
  assert.deepEqual(asked, [...pages.keys()])
})
