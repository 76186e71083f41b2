import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReducedLoad } from '../../../extension/capture/types.ts'
import { optIn } from '../../../extension/consent/consent.ts'
import { contribute } from '../../../extension/send/contribute.ts'
import { referenceOf, refreshPublished, studyOf } from '../../../extension/store/published.ts'
import { exportSecret, importSecret } from '../../../extension/store/secret-file.ts'
import { fakeEnvironment } from '../send/fake-environment.ts'

const REFERENCE = { list: 'sandbox', week: '2026-11-16', p: [0, 1], sites: [] }
const publisher = (environment: ReturnType<typeof fakeEnvironment>, invite: string | null = null) => ({
  ...{ server: 'https://towline.example', invite, fetch: environment.fetch, nowMs: environment.nowMs },
})

test('list and curves are asked for whole, with nothing that names a site, and kept', async () => {
  const environment = fakeEnvironment()
  environment.answer = ({ url }) =>
    Response.json(
      url.endsWith('/study')
        ? { list: 'sandbox', openedDay: '2026-11-01', sites: [{ site: 3, domain: 'x.test' }] }
        : REFERENCE,
    )
  await refreshPublished(environment.store, publisher(environment, 'a-token'))
  assert.deepEqual(
    environment.asked.map(({ url, method, headers }) => [url, method, headers.authorization]),
    ['study', 'reference'].map((what) => [
      `https://towline.example/api/v1/field/${what}`,
      'GET',
      'Bearer a-token',
    ]),
  )
  assert.deepEqual(await environment.store.read('study'), {
    ...{ list: 'sandbox', fetchedDay: '2026-11-21', sites: [{ site: 3, domain: 'x.test' }] },
  })
  assert.deepEqual(await environment.store.read('reference'), { fetchedDay: '2026-11-21', curves: REFERENCE })
})

test('a server that answers anything else changes nothing that is kept', async () => {
  const environment = fakeEnvironment()
  const answers = [
    () => Promise.reject(new TypeError('no network')),
    () => new Response('no', { status: 500 }),
    () => Response.json(null),
    () => Response.json({ list: 'a list', sites: [] }),
    () => Response.json({ list: 'sandbox', sites: 'x.test' }),
    ({ url }: { url: string }) =>
      Response.json(url.endsWith('/study') ? { list: null, sites: [] } : { p: 1 }),
  ]
  for (const answer of answers) {
    environment.answer = answer
    await assert.rejects(refreshPublished(environment.store, publisher(environment)))
    assert.deepEqual(
      [await environment.store.read('study'), await environment.store.read('reference')],
      [null, null],
    )
  }
})

test('what is no host name becomes no permission: such sites are left out', () => {
  const domains = [
    '*.x.test',
    'x.test/*',
    '<img onerror>',
    'x',
    '10.0.0.1',
    'a'.repeat(300),
    'x\u202e.test',
    'ok.test',
    'xn--bcher-kva.test',
  ]
  const sites = domains.map((domain, site) => ({ site, domain }))
  const study = studyOf(
    { list: 'sandbox', sites: [...sites, { site: -1, domain: 'y.test' }, { site: 1.5, domain: 'z.test' }] },
    null,
  )
  assert.deepEqual(
    study?.sites.map(({ domain }) => domain),
    ['ok.test', 'xn--bcher-kva.test'],
  )
})

test('curves that are none are refused', () => {
  const site = { domain: 'x.test', field: {}, live: { h2: { n: 3, ms: [1, 2] } } }
  assert.deepEqual(referenceOf({ ...REFERENCE, sites: [site] }, null).curves.sites, [site])
  for (const live of [
    { h2: { n: 3, ms: [1, '2'] } },
    { h2: { n: 'many', ms: [] } },
    { h2: { n: 1, ms: [Number.NaN] } },
  ])
    assert.throws(() => referenceOf({ ...REFERENCE, sites: [{ ...site, live }] }, null), /cannot be read/)
})

test('a secret is taken over from its file alone, and not while records stand under another', async () => {
  const [environment, other] = [fakeEnvironment(), fakeEnvironment()]
  assert.equal(await exportSecret(environment.store), null)
  await optIn(environment, ['site1.test'])
  const file = (await exportSecret(environment.store)) ?? ''
  await importSecret(other.store, file)
  const { secret, secretImported } = await other.store.state()
  assert.deepEqual([secret, secretImported], [(await environment.store.state()).secret, true])
  for (const text of ['', '{}', 'null', '{"kind":"towline contributor secret","secret":"short"}'])
    await assert.rejects(importSecret(other.store, text), /no.* exported contributor secret|not an exported/)

  const third = fakeEnvironment()
  await optIn(third, ['site1.test'])
  const load: ReducedLoad = {
    ...{ proto: 'h2', reused: false, visit: null, n: { requests: 1, h1: 0, h2: 1, h3: 0, hidden: 0 } },
    t: { dns: 1, connect: 2, handshake: 5, wait: 2, receive: 1, dcl: 20, load: 30 },
  }
  await contribute(third, {
    url: 'https://site1.test/',
    load,
    day: '2026-11-21',
    browser: 'chromium',
    major: 156,
    connectionType: null,
  })
  await assert.rejects(importSecret(third.store, file), /delete everything first/)
})
