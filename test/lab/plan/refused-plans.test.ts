import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePlan } from '../../../lab/plan/read-plan.ts'
import { faults, plan } from './plan-text.ts'

const REFUSED: readonly (readonly [string, readonly string[], readonly (string | RegExp)[]])[] = [
  [
    'a rate of 0',
    ['held: {page: empty}', 'factors:', '  downMbps: [10, 0]'],
    [/^x.yaml:6: downMbps: a rate .* not 0$/],
  ],
  [
    'a rate of 0 in a pair',
    ['held: {page: empty, rateMbps: 10/0}'],
    [/^x.yaml:4: rateMbps: a rate is .* not 10\/0$/],
  ],
  ['a negative delay', ['held:', '  page: empty', '  rttMs: -5'], [/^x.yaml:6: rttMs: a delay .* not -5$/]],
  ['text for a number', ['held: {page: empty, rttMs: 20ms}'], [/^x.yaml:4: rttMs: a delay .* not 20ms$/]],
  [
    'a loss in percent',
    ['held: {page: empty, lossFraction: 1.5}'],
    [/^x.yaml:4: lossFraction: a loss .* 0 to 0\.9, not 1\.5$/],
  ],
  ['an unknown factor', ['factors:', '  rtt: [20]'], ["x.yaml:5: unknown factor 'rtt': is rttMs meant?"]],
  [
    'a factor like no other',
    ['factors:', '  colour: [20]'],
    [/^x.yaml:5: unknown factor 'colour': there are page, objects, /],
  ],
  [
    'priorities that are neither on nor off',
    ['held: {page: empty, priorities: some}'],
    ['x.yaml:4: priorities: the priorities of HTTP/3 is one of on, off, not some'],
  ],
  [
    'a 103 of a server that sends none',
    ['held: {page: thinking-0, server: nginx, earlyHints: on}'],
    ['x.yaml:4: nginx 1.22 does not send a 103 (Early Hints) here'],
  ],
  [
    'a 103 before a document that names nothing',
    ['held: {page: empty, earlyHints: on}'],
    ['x.yaml:4: the document of empty names nothing that a 103 could announce'],
  ],
  [
    'a 103 before a document from the cache',
    ['held: {page: modern, visit: warm-cache, earlyHints: on}'],
    ['x.yaml:4: from a warm cache the document comes without a 103'],
  ],
  [
    'priorities of a server that does not let them be set',
    ['held: {page: empty, server: nginx, priorities: on}'],
    ['x.yaml:4: nginx 1.22 does not let the order of its responses be set'],
  ],
  [
    'a slow start of a server that has its own',
    ['held: {page: empty, server: quiche, slowStart: hystart}'],
    ['x.yaml:4: towline-quiche does not let the slow start of its QUIC be set'],
  ],
  [
    'HyStart beside BBR',
    ['held: {page: empty, congestionControl: bbr, slowStart: hystart}'],
    ['x.yaml:4: BBR has a start of its own, without HyStart'],
  ],
  [
    'an unknown part',
    ['pages: [a]', 'held: {page: empty}'],
    [/^x.yaml:4: unknown part of a plan 'pages': there are title, source, arms/],
  ],
  ['a mistyped part', ['heldd: {page: empty}'], ["x.yaml:4: unknown part of a plan 'heldd': is held meant?"]],
  ['a missing page', ['held: {rttMs: 20}'], [/^x.yaml:1: no page: name one under held or factors$/]],
  [
    'an unknown page',
    ['factors:', '  page:', '    - empty', '    - nopage'],
    [/^x.yaml:7: there is no page 'nopage'; there are /],
  ],
  [
    'objects without their size',
    ['factors:', '  objects: [2, 3]'],
    ['x.yaml:5: objects and objectBytes make a page together: one of them is missing'],
  ],
  [
    'objects on a page of another kind',
    ['held: {page: empty}', 'factors:', '  objects: [2, 3]'],
    ['x.yaml:6: objects beside page, which is another one'],
  ],
  [
    'more bytes than a page may have',
    ['held: {objectBytes: 10000000}', 'factors:', '  objects: [2, 30]'],
    [/^x.yaml:6: a page has 100 to \d+ bytes of an object, not 10000000$/],
  ],
  [
    'too many objects',
    ['held: {page: objects-2000x10}'],
    [/^x.yaml:4: a page has 1 to 1000 objects, not 2000$/],
  ],
  [
    'too many shards',
    ['held: {page: empty, shards: 8}'],
    [/^x.yaml:4: shards: a number of shards .* 1 to 7, not 8$/],
  ],
  ['half a shard', ['held: {page: empty, shards: 1.5}'], [/^x.yaml:4: shards: .* whole number .* not 1\.5$/]],
  [
    'no stream',
    ['held: {page: empty, streams: 0}'],
    [/^x.yaml:4: streams: a limit of streams .* 1 to 10000, not 0$/],
  ],
  [
    'an unknown profile',
    ['held: {page: empty, profile: google-4g}'],
    [/^x.yaml:4: profile: a profile .* google-3g, .* not google-4g$/],
  ],
  [
    'an unknown server',
    ['held: {page: empty, server: iis}'],
    [
      /^x.yaml:4: server: a server is one of towline, towline-again, caddy, nginx, apache, nginx-quic, quiche, not iis$/,
    ],
  ],
  [
    'a wait that the server does not have',
    ['held:', '  page: empty', '  server: nginx', '  thinkMs: 20'],
    [/^x.yaml:7: nginx .* does not let a wait before its answers be set$/],
  ],
  [
    'one address for several hosts on a server that does not have it',
    ['held:', '  page: modern', '  server: nginx', '  addresses: one'],
    [/^x.yaml:7: nginx .* has an address for each host here$/],
  ],
  [
    'unknown addresses',
    ['held: {page: modern, addresses: two}'],
    [/^x.yaml:4: addresses: the addresses of a page’s hosts is one of each, one, origin, not two$/],
  ],
  [
    'streams that the server does not set',
    ['held: {page: empty, server: caddy}', 'factors:', '  streams: [10]'],
    [/^x.yaml:6: Caddy .* does not let its limit of streams be set$/],
  ],
  [
    'a baseline that is no arm',
    ['held: {page: empty}', 'baseline: h3'],
    ['x.yaml:5: the baseline h3 is none of the arms'],
  ],
  [
    'an unknown baseline',
    ['held: {page: empty}', 'baseline: h4'],
    [/^x.yaml:5: baseline: an arm is one of http, h1, h2, h3, h3-altsvc, recorded, not h4$/],
  ],
  [
    'a level twice',
    ['held: {page: empty}', 'factors:', '  rttMs: [20, 100, 20]'],
    ['x.yaml:6: 20 stands there twice'],
  ],
  [
    'a factor held and varied',
    ['held: {page: empty, rttMs: 20}', 'factors:', '  rttMs: [100]'],
    ['x.yaml:6: rttMs is set under held already'],
  ],
  [
    'a factor varied twice',
    ['held: {page: empty}', 'conditions:', '  - {rttMs: 20}', 'factors: {rttMs: [100]}'],
    ['x.yaml:6: rttMs is set under factors already'],
  ],
  [
    'a rate beside both',
    ['held: {page: empty, rateMbps: 10}', 'factors:', '  upMbps: [1, 2]'],
    [/^x.yaml:6: upMbps beside rateMbps, which sets it already$/],
  ],
  [
    'a cell twice',
    ['held: {page: empty}', 'factors: {rttMs: [20, 100]}', 'also:', '  - rttMs: 100'],
    ['x.yaml:7: cell 2 is the same as cell 1'],
  ],
  [
    'more jitter than delay',
    ['held: {page: empty, rttMs: 10}', 'factors:', '  jitterMs: [2, 20]'],
    [/^x.yaml:6: jitterMs must be 0 to 5 /],
  ],
  [
    'bursts too short for the loss',
    ['held: {page: empty, lossFraction: 0.9}', 'factors:', '  lossBurst: [2]'],
    [/^x.yaml:6: a loss of 90 % cannot come in bursts of 2 packets$/],
  ],
  [
    'a trace that is not there',
    ['held: {page: empty}', 'factors:', '  downTrace: [no.trace]'],
    [/^x.yaml:6: no\.trace: the trace cannot be read \(ENOENT\)$/],
  ],
  [
    'a trace beside a rate',
    ['held: {page: empty, downMbps: 10}', 'factors:', '  downTrace: [no.trace]'],
    [/^x.yaml:6: downTrace beside a rate/],
  ],
  [
    'a factor without levels',
    ['held: {page: empty}', 'factors:', '  rttMs: []'],
    [/^x.yaml:6: rttMs: a list of levels, such as \[20, 100\], not \[\]$/],
  ],
  [
    'a level that is no list',
    ['held: {page: empty}', 'factors:', '  rttMs: 20'],
    [/^x.yaml:6: rttMs: a list of levels, .* not 20$/],
  ],
  [
    'a list of nothing but a map',
    ['held: [page]'],
    [/^x.yaml:4: held: a map of names and values, not \["page"\]$/],
  ],
  ['a key twice', ['held:', '  page: empty', '  page: modern'], ['x.yaml:6: this key stands there already']],
  ['two documents', ['held: {page: empty}', '---', 'title: b'], [/^x.yaml:5: a second document begins here/]],
  ['a bracket that is not closed', ['held: {page: empty'], [/^x.yaml:\d: /]],
  ['an alias of nothing', ['held: {page: *nothing}'], [/^x.yaml:\d: unresolved alias/]],
  [
    'several faults',
    ['held:', '  page: empty', '  rttMs: -1', '  shards: 9'],
    [/^x.yaml:7: shards/, /^x.yaml:6: rttMs/],
  ],
]

for (const [what, lines, expected] of REFUSED)
  test(`refuses ${what}, naming the line`, () => {
    const found = faults(() => plan(...lines))
    assert.equal(found.length, expected.length, found.join('\n'))
    for (const [index, one] of expected.entries())
      if (typeof one === 'string') assert.equal(found[index], one)
      else assert.match(found[index] ?? '', one)
  })

const WHOLE: readonly (readonly [string, string, RegExp])[] = [
  ['an unknown arm', 'title: x\narms: [h1, h4]\nrounds: 1', /^x:2: arms: an arm is one of .* not h4$/],
  ['an arm twice', 'title: x\narms: [h1, h1]\nrounds: 1', /^x:2: h1 stands there twice$/],
  ['no arms', 'title: x\narms: []\nrounds: 1', /^x:2: arms: a list of arms/],
  ['no title', 'arms: [h1]\nrounds: 1', /^x:1: title: a title is one line of text: nothing is there$/],
  [
    'no round',
    'title: x\narms: [h1]\nrounds: 0',
    /^x:3: rounds: rounds are a whole number from 1 to 10000, not 0$/,
  ],
  [
    'a seed beyond 32 bits',
    'title: x\narms: [h1]\nrounds: 1\nseed: 4294967296',
    /^x:4: seed: a seed is .* not 4294967296$/,
  ],
  [
    'h3 of a server without it',
    'title: x\narms: [h1, h3]\nrounds: 1\nheld:\n  page: empty\n  server: nginx',
    /^x:6: nginx .* does not speak h3, which the arm h3 needs$/,
  ],
  [
    'the arm of replays for a page that nobody recorded',
    'title: x\narms: [h1, recorded]\nrounds: 1\nheld:\n  page: empty',
    /^x:5: the arm recorded is for pages that were recorded: recording:FOLDER$/,
  ],
  [
    'the arm that is forced to HTTP/3 where UDP is dropped',
    'title: x\narms: [h2, h3]\nrounds: 1\nheld:\n  page: empty\n  udp: dropped',
    /^x:6: the arm h3 asks by HTTP\/3 alone and loads nothing where UDP is dropped: h3-altsvc falls back$/,
  ],
  [
    'a path of UDP that there is not',
    'title: x\narms: [h2]\nrounds: 1\nheld:\n  page: empty\n  udp: dropped-after-0',
    /^x:6: udp: a path of UDP is one of open, .* or dropped-after-N, not dropped-after-0$/,
  ],
  [
    'a path that stops UDP and no browser',
    'title: x\narms: [h2]\nrounds: 1\nloader: graph\nheld:\n  page: empty\n  udp: throttled',
    /^x:7: without a browser no page is loaded behind a path that stops UDP$/,
  ],
  [
    'a key exchange of a server that does not let it be set',
    'title: x\narms: [h2]\nrounds: 1\nheld:\n  page: empty\n  server: nginx\n  keyExchange: x25519',
    /^x:7: nginx .* does not let the group of its key exchange be set$/,
  ],
  [
    'a handshake of TLS in clear text',
    'title: x\narms: [http, h2]\nrounds: 1\nheld:\n  page: empty\n  certificateKey: rsa',
    /^x:6: the arm http is clear text, which has no handshake of TLS$/,
  ],
  [
    'a handshake that a resumed session does not show',
    'title: x\narms: [h2]\nrounds: 1\nheld:\n  page: empty\n  visit: zero-rtt\n  chainBytes: 2000',
    /^x:7: the visit zero-rtt makes no full handshake, which chainBytes could show in$/,
  ],
  [
    'a key exchange of loads from a warm cache',
    'title: x\narms: [h2]\nrounds: 1\nheld:\n  page: empty\n  keyExchange: x25519\n  visit: warm-cache',
    /^x:6: the visit warm-cache makes no full handshake, which keyExchange could show in$/,
  ],
  [
    'an ORIGIN frame of another server',
    'title: x\narms: [h3]\nrounds: 1\nheld:\n  page: modern\n  server: caddy\n  addresses: origin',
    /^x:7: Caddy 2.6 sends no ORIGIN frame$/,
  ],
  [
    'an ORIGIN frame without HTTP/3',
    'title: x\narms: [h1, h2]\nrounds: 1\nheld:\n  page: modern\n  addresses: origin',
    /^x:6: an ORIGIN frame is of HTTP\/3, which no arm of the plan speaks$/,
  ],
  [
    'a chain and no browser',
    'title: x\narms: [h2]\nrounds: 1\nloader: graph\nheld:\n  page: empty\n  chainBytes: 2000',
    /^x:7: without a browser chainBytes cannot be set$/,
  ],
  ['nothing', '', /^x:1: an empty file$/],
  ['a list', '- a', /^x:1: a map of names and values/],
]

for (const [what, text, expected] of WHOLE)
  test(`refuses a plan with ${what}`, () => {
    assert.match(faults(() => parsePlan(text, 'x')).join('\n'), expected)
  })

test('a level of `also` that is wrong is named itself', () => {
  assert.match(
    faults(() => plan('also:', '  - page: empty', '    rttMs: [20, -1]')).join('\n'),
    /^x.yaml:6: rttMs: .* not (-1|\[20,-1\])$/,
  )
})
