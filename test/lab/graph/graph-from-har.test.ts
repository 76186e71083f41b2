import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { graphFromFile, graphFromSample } from '../../../lab/graph/graph-from.ts'
import type { NavigationStart } from '../../../lab/graph/har-lead.ts'
import { waitedMs } from '../../../lab/graph/replay/replayed-node.ts'
import { criticalPath } from '../../../model/graph/critical-path.ts'
import { depths } from '../../../model/graph/depth.ts'
import { testFolder } from '../../test-folder.ts'
import { fetchesOf, parentsOf, parentUrls, urlOf } from './graph-parents.ts'
import { answer, entry, har, parsedBy, scriptedBy, typed } from './har-entries.ts'
import { document, graphOf, PAGE, SAMPLE } from './har-graph.ts'

const script = (name: string, startMs: number, more: object = parsedBy(PAGE)) =>
  entry(`${PAGE}${name}`, { startMs }, { ...typed('text/javascript'), ...more })

test('each fetch waits for what the browser names: a text, a script on the stack', () => {
  const graph = graphOf([
    document,
    script('1.js', 100),
    script('2.js', 160, scriptedBy(`${PAGE}1.js`, PAGE)),
    entry(`${PAGE}a.css`, { startMs: 100 }, { ...typed('text/css'), ...parsedBy(PAGE) }),
    entry(`${PAGE}f.woff2`, { startMs: 161 }, { ...typed('font/woff2'), ...parsedBy(`${PAGE}a.css`) }),
  ])
  assert.deepEqual(parentUrls(graph), {
    [PAGE]: [],
    [`${PAGE}1.js`]: [PAGE],
    [`${PAGE}a.css`]: [PAGE],
    [`${PAGE}2.js`]: [`${PAGE}1.js`],
    [`${PAGE}f.woff2`]: [`${PAGE}a.css`],
  })
  const edges = graph.nodes.flatMap(({ after }) => after)
  assert.deepEqual(new Set(edges.map(({ guessed }) => guessed)), new Set([false]))
})

test('a fetch has the priority that its request was made with and the last, where both are known', () => {
  const picture = (name: string, more: object) =>
    entry(`${PAGE}${name}`, { startMs: 100 }, { ...typed('image/png'), ...parsedBy(PAGE), ...more })
  const graph = graphOf([
    document,
    picture('raised.png', { _initialPriority: 'Low', _priority: 'High' }),
    picture('last.png', { _priority: 'High' }),
    picture('none.png', { _initialPriority: '' }),
  ])
  assert.deepEqual(
    fetchesOf(graph).map(({ priority, lastPriority }) => [priority, lastPriority]),
    [
      [null, undefined],
      ['Low', 'High'],
      ['High', undefined],
      [null, undefined],
    ],
  )
})

test('hosts that were looked up are those whose look-up took time, with what it took beyond the round trip', () => {
  const lookedUp = (dns: number, connect = -1) => ({
    timings: {
      blocked: 0,
      dns,
      connect,
      ssl: connect < 0 ? -1 : connect / 2,
      send: 0,
      wait: 90,
      receive: 10,
    },
  })
  const graph = graphOf([
    { ...document, ...lookedUp(45, 80) },
    // One that joined the look-up of the one before.
    entry('https://cdn.example/1.js', { startMs: 100 }, { ...lookedUp(42), serverIPAddress: '192.0.2.2' }),
    entry('https://cdn.example/2.js', { startMs: 101 }, { ...lookedUp(41), serverIPAddress: '192.0.2.2' }),
    // Known.
    entry('https://known.example/', { startMs: 100 }, { ...lookedUp(0.3), serverIPAddress: '192.0.2.3' }),
    entry('https://other.example/', { startMs: 100 }, { serverIPAddress: '192.0.2.4' }),
  ])
  const [own, cdn, ...others] = graph.lookUps ?? []
  assert.deepEqual(own, { host: new URL(PAGE).hostname, waitMs: 5 })
  assert.deepEqual(cdn, { host: 'cdn.example', waitMs: 0 })
  assert.deepEqual(others, [])
})

test('origins that one connection carried may share it, those of HTTP/1.1 and of caches do not', () => {
  const over = (connection: string, more: object = {}) => ({ connection, ...more })
  const request = (host: string, more: object) => entry(`https://${host}/x`, { startMs: 100 }, more)
  const cached = { serverIPAddress: undefined }
  const http1 = { response: answer({ httpVersion: 'http/1.1' }) }
  const graph = graphOf([
    { ...document, ...over('5') },
    request('b.test', over('5')),
    request('c.test', over('6', http1)),
    request('d.test', over('6', http1)),
    request('e.test', over('5', cached)),
    request('f.test', over('0')),
    request('g.test', over('0')),
    // The port of the server, as Firefox and Chrome write it.
    request('h.test', over('443')),
    request('i.test', over('443')),
    request('j.test', over('443', { _connectionId: '5' })),
  ])
  assert.deepEqual(graph.sharedConnections, [['https://a.test', 'https://b.test', 'https://j.test']])
})

test('what a document names while it comes waits for so many of its bytes, as they are sent', () => {
  const pieces = { _chunks: [60, 80, 100].map((ts) => ({ ts, bytes: 500 })), _requestTime: 1 }
  const graph = graphOf([{ ...document, ...pieces }, script('1.js', 85)])
  const [, after] = fetchesOf(graph).map((node) => node.after)
  // 1,000 of 1,500 decoded bytes had come; 1,000 were sent in all. The last of them came 5 ms before.
  const bytes = Math.round((1_000 * 1_000) / 1_500)
  assert.equal(graph.nodes[1]?.kind, 'compute')
  assert.deepEqual(graph.nodes[1]?.after, [
    { node: 0, when: 'bytes', bytes, waitMs: 0, why: 'parser', guessed: false },
  ])
  assert.deepEqual(after, [{ node: 1, when: 'finished', waitMs: 0, why: 'compute', guessed: false }])
})

test('all times of a sample count from its navigation’s start, by the browser’s clock if that is known', () => {
  const timings = { blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: 50, receive: 50, _queued: 3 }
  const fetches = [
    { ...document, timings, _requestTime: 100, _chunks: [{ ts: 103, bytes: 2_000 }] },
    { ...script('1.js', 120), _requestTime: 100.12 },
  ]
  const startedAt = Date.parse(document.startedDateTime)
  const timesOf = (navigation: NavigationStart | null) => {
    const { nodes, load } = graphFromSample(har(fetches, 400), { ...SAMPLE, navigation })
    const computed = nodes.flatMap((node) => (node.kind === 'compute' ? node.ms : []))
    return [...nodes.flatMap((node) => (node.kind === 'fetch' ? node.startedMs : [])), load.atMs, ...computed]
  }
  const navigationMs = startedAt - 20.5
  // The document is asked for 3 ms before it is sent on, and ends 100 ms after that, 20 ms before the script is asked for.
  assert.deepEqual(timesOf({ navigationMs, navigationMonotonicMs: 99_980 }), [20, 140, 400, 20, 200])
  assert.deepEqual(timesOf({ navigationMs, navigationMonotonicMs: 99_995.5 }), [4.5, 124.5, 400, 20, 215.5])
  assert.deepEqual(timesOf({ navigationMs, navigationMonotonicMs: null }), [20.5, 140.5, 400, 20, 199.5])
  // Of a replayed graph both clocks start at any time.
  assert.deepEqual(timesOf({ navigationMs, navigationMonotonicMs: 0 }), [20.5, 140.5, 400, 20, 199.5])
  assert.deepEqual(timesOf({ navigationMs: null, navigationMonotonicMs: null }), [3, 123, 400, 20, 217])
  assert.deepEqual(timesOf(null), timesOf({ navigationMs: null, navigationMonotonicMs: null }))
})

test('a gap between a cause and its effect is a guessed computation, one after the other', () => {
  const graph = graphOf(
    [
      document,
      script('1.js', 100),
      script('2.js', 180, scriptedBy(`${PAGE}1.js`)),
      script('3.js', 200, scriptedBy(`${PAGE}1.js`)),
    ],
    270,
  )
  const computations = graph.nodes.filter((node) => node.kind === 'compute')
  assert.deepEqual(
    computations.map(({ what, startedMs, ms, guessed }) => [what, startedMs, ms, guessed]),
    [
      ['script', 160, 20, true],
      ['script', 180, 20, true],
      ['load', 260, 10, true],
    ],
  )
  const { steps, ...shares } = criticalPath(graph)
  assert.deepEqual(
    steps.map(({ node }) => (node.kind === 'fetch' ? node.path : node.what)),
    ['/', '/1.js', 'script', 'script', '/3.js', 'load'],
  )
  assert.deepEqual(shares, { totalMs: 270, networkMs: 220, computeMs: 50, waitMs: 0 })
})

test('redirects and preflights are fetches that the next one waits for', () => {
  const moved = answer({ status: 302, redirectURL: '/home', bodySize: 0 })
  const home = `${PAGE}home`
  const api = 'https://api.test/data'
  const graph = graphOf([
    entry(PAGE, { startMs: 0, receiveMs: 0 }, { response: moved }),
    entry(home, { startMs: 51 }, { _resourceType: 'document' }),
    // The browser asks for the preflight after it was asked for the data.
    entry(api, { startMs: 120, waitMs: 100 }, { ...typed('application/json'), ...parsedBy(home) }),
    entry(
      api,
      { startMs: 121, waitMs: 30, receiveMs: 0 },
      {
        request: { method: 'OPTIONS', url: api, headers: [], bodySize: 0 },
        response: answer({ status: 204, bodySize: 0, content: { size: 0, mimeType: '' } }),
        _initiator: { type: 'preflight', url: home },
      },
    ),
  ])
  assert.deepEqual(
    fetchesOf(graph).map((node) => [node.method, urlOf(node), node.startedMs, node.after[0]?.why]),
    [
      ['GET', PAGE, 0, undefined],
      ['GET', home, 51, 'redirect'],
      ['OPTIONS', api, 121, 'compute'],
      ['GET', api, 151, 'preflight'],
    ],
  )
})

test('a request of a callback waits for the data that it was called with, as a guess', () => {
  const data = entry(
    `${PAGE}d.json`,
    { startMs: 200 },
    { ...typed('application/json'), ...scriptedBy(`${PAGE}1.js`) },
  )
  const picture = entry(`${PAGE}p.png`, { startMs: 262 }, { ...typed('image/png'), ...parsedBy(PAGE) })
  const graph = graphOf([document, script('1.js', 100), data, picture])
  assert.deepEqual(parentUrls(graph)[`${PAGE}p.png`], [`${PAGE}d.json`, PAGE])
  const [edge] = fetchesOf(graph).at(-1)?.after ?? []
  assert.equal(edge?.guessed, true)
})

test('what the layout asks for waits for scripts of the parser too, as a guess, and not for those of a script', () => {
  const style = entry(`${PAGE}a.css`, { startMs: 100 }, { ...typed('text/css'), ...parsedBy(PAGE) })
  const font = entry(
    `${PAGE}f.woff2`,
    { startMs: 400 },
    { ...typed('font/woff2'), ...parsedBy(`${PAGE}a.css`) },
  )
  const graph = graphOf([
    document,
    style,
    script('1.js', 190),
    script('2.js', 260, scriptedBy(`${PAGE}1.js`)),
    font,
  ])
  assert.deepEqual(new Set(parentUrls(graph)[`${PAGE}f.woff2`]), new Set([`${PAGE}1.js`, `${PAGE}a.css`]))
  assert.deepEqual(
    fetchesOf(graph)
      .at(-1)
      ?.after.map(({ guessed }) => guessed),
    [true, false],
  )
})

test('what the browser held back waits for the script that ended meanwhile, and is no deeper for it', () => {
  const timings = { blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: 50, receive: 10, _queued: 100 }
  const picture = entry(
    `${PAGE}p.png`,
    { startMs: 200 },
    { ...typed('image/png'), ...parsedBy(PAGE), timings },
  )
  const graph = graphOf([document, script('1.js', 100), picture])
  assert.deepEqual(parentUrls(graph)[`${PAGE}p.png`], [`${PAGE}1.js`, PAGE])
  const held = fetchesOf(graph).at(-1)
  assert.deepEqual([held?.startedMs, held?.firstByteMs], [200, 250])
  const computation = graph.nodes[held?.after[0]?.node ?? 0]
  assert.deepEqual(computation?.after, [
    { node: 1, when: 'finished', waitMs: 0, why: 'queue', guessed: true },
  ])
  assert.equal(Math.max(...depths(graph.nodes)), 2)
})

test('where a HAR has no initiators all wait for the document or their referrer, as a guess, and no deeper', () => {
  const plain = (name: string, startMs: number, type: string, headers: object[] = []) =>
    entry(
      `${PAGE}${name}`,
      { startMs },
      { ...typed(type), request: { method: 'GET', url: `${PAGE}${name}`, headers } },
    )
  const graph = graphOf([
    document,
    plain('1.js', 100, 'text/javascript'),
    plain('a.css', 101, 'text/css'),
    plain('p.png', 170, 'image/png', [{ name: 'Referer', value: `${PAGE}a.css` }]),
    plain('q.png', 170, 'image/png'),
  ])
  assert.deepEqual(parentUrls(graph), {
    [PAGE]: [],
    [`${PAGE}1.js`]: [PAGE],
    [`${PAGE}a.css`]: [PAGE],
    [`${PAGE}p.png`]: [`${PAGE}a.css`],
    [`${PAGE}q.png`]: [PAGE],
  })
  assert.ok(graph.nodes.flatMap(({ after }) => after).every(({ guessed }) => guessed))
})

test('the load event waits for what can hold it back and ended before it; all of it is guessed', () => {
  const graph = graphOf(
    [
      document,
      script('1.js', 100),
      entry(`${PAGE}d.json`, { startMs: 100 }, { ...typed('application/json'), ...parsedBy(PAGE) }),
      entry(`${PAGE}late.png`, { startMs: 150, waitMs: 200 }, { ...typed('image/png'), ...parsedBy(PAGE) }),
    ],
    161,
  )
  const awaited = graph.load.after.map(({ node }) => graph.nodes[node])
  assert.deepEqual(
    awaited.map((node) => (node?.kind === 'fetch' ? node.path : node?.what)),
    ['load', '/'],
  )
  assert.equal(graph.load.atMs, 161)
  assert.ok(graph.load.guessed)
})

test('a load event that came when data had come waits for them too, as a guess, and not for those of long before', () => {
  const data = (name: string, startMs: number, waitMs: number) =>
    entry(
      `${PAGE}${name}`,
      { startMs, waitMs },
      { ...typed('application/json'), ...scriptedBy(`${PAGE}1.js`) },
    )
  const awaitedWith = (onLoad: number) => {
    const fetches = [
      document,
      script('1.js', 100),
      data('early.json', 160, 40),
      data('d.json', 160, 130),
      data('late.json', 160, 400),
    ]
    const { nodes, load } = graphOf(fetches, onLoad)
    const [first] = load.after
    const computation = nodes[first?.node ?? 0]
    assert.ok(load.after.every(({ guessed }) => guessed))
    return {
      loadMs: computation?.kind === 'compute' ? computation.ms : null,
      waits: [...(computation?.after ?? []), ...load.after.slice(1)].map(({ node }) => {
        const awaited = nodes[node]
        return awaited?.kind === 'fetch' ? awaited.path : awaited?.what
      }),
    }
  }
  // d.json ended after 300 ms, early.json after 210, and 1.js, the last that the event waits for by itself, after 160.
  assert.deepEqual(awaitedWith(303), { loadMs: 3, waits: ['/d.json', '/1.js', '/'] })
  assert.deepEqual(awaitedWith(401), { loadMs: 241, waits: ['/1.js', '/'] })
  assert.deepEqual(awaitedWith(162), { loadMs: 2, waits: ['/1.js', '/'] })
})

test('what had no response ends when it failed, and what waits for it waits until then', () => {
  const failed = (name: string, error: string, blocked: number, startMs = 100) => ({
    ...entry(`${PAGE}${name}`, { startMs }, { ...parsedBy(PAGE), response: { status: 0 }, _error: error }),
    ...{ timings: { blocked, dns: -1, connect: -1, ssl: -1, send: 0, wait: 0, receive: 0 } },
  })
  const graph = graphOf(
    [
      document,
      { ...failed('1.js', 'net::ERR_FAILED', 80), _resourceType: 'script' },
      { ...failed('a.png', 'net::ERR_CONNECTION_REFUSED', 120), _resourceType: 'image' },
      { ...failed('b.png', 'unfinished', 500), _resourceType: 'image' },
      { ...failed('c.png', 'net::ERR_BLOCKED_BY_CLIENT', 0), _resourceType: 'image' },
      // A script of the parser that failed meanwhile held it back.
      entry(`${PAGE}d.png`, { startMs: 190, waitMs: 20 }, { ...typed('image/png'), ...parsedBy(PAGE) }),
    ],
    222,
  )
  assert.deepEqual(
    fetchesOf(graph).map(({ path, firstByteMs, finishedMs, failure }) => [
      path,
      firstByteMs,
      finishedMs,
      failure,
    ]),
    [
      ['/', 50, 100, null],
      ['/1.js', null, 180, 'net::ERR_FAILED'],
      ['/a.png', null, 220, 'net::ERR_CONNECTION_REFUSED'],
      ['/b.png', null, null, 'unfinished'],
      ['/c.png', null, null, 'net::ERR_BLOCKED_BY_CLIENT'],
      ['/d.png', 210, 220, null],
    ],
  )
  assert.deepEqual(parentUrls(graph)[`${PAGE}d.png`], [`${PAGE}1.js`, PAGE])
  const awaited = graph.load.after.flatMap(({ node }) => {
    const found = graph.nodes[node]
    return found?.kind === 'fetch' ? [found.path] : parentsOf(found ?? assert.fail(), graph).map(urlOf)
  })
  assert.deepEqual(new Set(awaited), new Set([`${PAGE}a.png`, '/d.png', '/1.js', '/']))
  assert.equal(waitedMs(fetchesOf(graph)[2] ?? assert.fail()), 120)
})

test('what had no response asks for nothing, whatever a stack names', () => {
  const gone = { ...script('1.js', 200), response: { status: 0 }, _error: 'net::ERR_FAILED' }
  const picture = { ...typed('image/png'), ...scriptedBy(`${PAGE}1.js`) }
  const graph = graphOf([document, gone, entry(`${PAGE}p.png`, { startMs: 300 }, picture)])
  assert.deepEqual(parentUrls(graph)[`${PAGE}p.png`], [PAGE])
})

test('what failed has no first byte, what came from a cache is left out, and unknown sizes are null', () => {
  const graph = graphOf([
    document,
    entry(
      `${PAGE}x`,
      { startMs: 100 },
      { ...parsedBy(PAGE), response: { status: 0 }, _error: 'net::ERR_ABORTED' },
    ),
    entry(`${PAGE}c`, { startMs: 100 }, { ...parsedBy(PAGE), _fromCache: 'disk' }),
    entry(
      `${PAGE}s`,
      { startMs: 100 },
      { ...parsedBy(PAGE), response: answer({ bodySize: -1, content: {} }) },
    ),
  ])
  const [, failed, unsized] = fetchesOf(graph)
  assert.deepEqual(
    [failed?.finishedMs, failed?.firstByteMs, failed?.failure],
    [160, null, 'net::ERR_ABORTED'],
  )
  assert.equal(unsized?.bytes, null)
  assert.deepEqual(graph.leftOut, [{ url: `${PAGE}c`, why: 'from a cache' }])
})

test('a file says what it was made from', async () => {
  const folder = testFolder()
  const text = JSON.stringify(har([document]))
  await writeFile(join(folder, 'page.har'), text)
  assert.deepEqual((await graphFromFile(join(folder, 'page.har'), 'test')).madeFrom, {
    kind: 'har',
    file: 'page.har',
    sha256: createHash('sha256').update(text).digest('hex'),
    sample: null,
    load: null,
    startedAt: '2026-11-22T12:00:00.000Z',
    browser: 'Chrome 156',
    arm: null,
    link: null,
  })
  await assert.rejects(graphFromFile(join(folder, 'none.har'), 'test'), { exitCode: 66 })
})
