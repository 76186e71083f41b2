import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { WEB_FOLDER } from '../../../cli/data/serve.ts'
import { listStudies, openStudy } from '../../../db/field/field-studies.ts'
import type { Contribution } from '../../../server/contract/contract.ts'
import { makeRelease } from '../../../server/field/field-release.ts'
import { remakeLosses } from '../../../server/field/field-remake.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { untilTaking } from '../../server/collection/serve-folder.ts'
import { inBrowser } from './dashboard.ts'
import { openVisitor } from './visitor.ts'

const LIST = 'FIELDTEST'

/** safety.md P8. */
const K = 20

inBrowser(
  'what volunteers send is on the page once enough of them did, and gone from it when one of them deletes it',
  async ({ browser }) => {
    let today = '2026-11-13'
    await using database = await temporarySqlite()
    await using writer = await database.open()
    await openStudy(writer, {
      list: LIST,
      openedDay: '2026-11-01',
      pilot: null,
      thresholds: null,
      sites: [
        { site: 0, domain: 'seen.test' },
        { site: 7, domain: 'unseen.test' },
      ],
    })
    await using server = await startServer({
      database: database.url,
      host: '127.0.0.1',
      port: 0,
      webFolder: WEB_FOLDER,
      log: pino({ level: 'silent' }),
      clock: () => performance.now(),
      now: () => `${today}T12:00:00.000Z`,
      toolVersion: '0.1.0',
      requestsPerMinute: 0,
      collect: { perMinute: 0, perDay: 0, perSiteAndDay: 0 },
    })
    await untilTaking(server.address)
    await using visitor = await openVisitor(browser, { url: server.address })
    const release = async (week: string) => {
      const [study] = await listStudies(writer)
      assert.ok(study)
      await makeRelease({ db: writer, writer, study, week, now: () => `${week}T00:00:05.000Z` })
    }

    for (today of ['2026-11-11', '2026-11-12', '2026-11-13'])
      for (let person = 0; person < K - 1; person += 1) await contribute(server, person, today)
    await release('2026-11-16')
    await visitor.open('/field')
    assert.match(
      (await visitor.texts('#main p.nothing')).join(' '),
      /^Not enough data: in the week of 2026-11-16 no site/,
    )
    await visitor.open('/field/seen.test')
    const below = await visitor.texts('#main')
    await visitor.open('/field/unseen.test')
    assert.deepEqual(
      (await visitor.texts('#main')).map((text) => text.replaceAll('unseen.test', 'seen.test')),
      below,
      'one short of the threshold looks as nobody does',
    )

    for (today of ['2026-11-18', '2026-11-19', '2026-11-20']) await contribute(server, K - 1, today)
    await release('2026-11-23')
    await visitor.open('/field')
    assert.deepEqual(await visitor.texts('.sites tbody th'), ['seen.test'])
    await visitor.page.click('.sites tbody th a')
    await visitor.arrive('seen.test in the field')
    assert.deepEqual(await visitor.texts('#field .plot .key-label'), ['HTTP/1.1, field', 'HTTP/2, field'])
    assert.match(
      (await visitor.texts('#field .note')).join(''),
      /HTTP\/1\.1, field: 20 contributors, \d+ loads; HTTP\/2, field: 20 contributors, \d+ loads\./,
    )
    // Medians of 700 + 10 n and of 400 + 10 n over n = 0 … 19: 795 and 495 ms, told from bins of 5 %, and each vote is moved.
    const [gain = ''] = await visitor.texts('.verdict-gain')
    const shown = Number(/([\d.]+)×/.exec(gain)?.[1])
    assert.ok(Math.abs(shown / (795 / 495) - 1) < 0.12, gain)
    assert.match(gain, /^HTTP\/2 over HTTP\/1\.1/)

    const deleted = await fetch(`${server.address}/api/v1/contributions`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cids: [cidOf(3)] }),
    })
    assert.equal(deleted.status, 204)
    await remakeLosses({ db: writer, writer, list: LIST })
    await visitor.open('/field/seen.test')
    assert.match((await visitor.texts('#main p.nothing')).join(' '), /^Not enough data of page load time/)
    assert.equal((await visitor.page.$$('#field .plot path.curve')).length, 0)
    assert.deepEqual(visitor.complaints, [])
  },
)

/** A load by each of two protocols. */
async function contribute(server: RunningServer, person: number, day: string): Promise<void> {
  for (const [proto, load] of [
    ['http/1.1', 700 + 10 * person],
    ['h2', 400 + 10 * person],
  ] as const) {
    const response = await fetch(`${server.address}/api/v1/contributions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(record(person, day, proto, load)),
    })
    assert.equal(response.status, 201, await response.text())
  }
}

function record(person: number, day: string, proto: 'http/1.1' | 'h2', load: number): Contribution {
  return {
    v: 1,
    list: LIST,
    site: 0,
    proto,
    day,
    browser: 'chromium',
    major: 156,
    net: 'wifi',
    t: { dns: 5, connect: 20, handshake: 45, wait: 90, receive: 12, dcl: load - 100, load },
    n: { requests: 4, h1: proto === 'h2' ? 0 : 4, h2: proto === 'h2' ? 4 : 0, h3: 0, hidden: 0 },
    reused: false,
    cid: cidOf(person),
    key: randomUUID(),
  }
}

function cidOf(person: number): string {
  return createHash('sha256').update(`person ${person}`).digest('base64url')
}
