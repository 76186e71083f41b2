import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CablelabsCsvError, parseCablelabsCsv } from '../../../stats/lab/cablelabs-csv.ts'

const HEAD =
  'client,page,servers,down_mbps,up_mbps,rtt_ms,loss_pct,https_iw3_ms,spdy_iw3_ms,https_iw10_ms,spdy_iw10_ms'
const ROW = 'lab,A,1,20,2,20,0,2651,1618.5,2642,854'

test('conditions come by client, in the order of the file', () => {
  const clients = parseCablelabsCsv(
    `${HEAD}\n${ROW}\nphone,B,2,10,1,100,0.5,1,2,3,4\nlab,B,1,20,2,20,0,1,2,3,4\n`,
  )
  assert.deepEqual(
    clients.map(({ client, conditions }) => [client, conditions.length]),
    [
      ['lab', 2],
      ['phone', 1],
    ],
  )
  assert.deepEqual(clients[0]?.conditions[0], {
    page: 'A',
    servers: 1,
    downMbps: 20,
    upMbps: 2,
    rttMs: 20,
    lossPercent: 0,
    httpsIw3Ms: 2651,
    spdyIw3Ms: 1618.5,
    httpsIw10Ms: 2642,
    spdyIw10Ms: 854,
  })
})

test('a byte order mark, CRLF, quotes, spaces, empty lines, more columns and another order change nothing', () => {
  const plain = parseCablelabsCsv(`${HEAD}\n${ROW}`)
  const names = HEAD.split(',')
  const cells = ROW.split(',')
  for (const text of [
    `\uFEFF${HEAD}\r\n${ROW}\r\n\r\n`,
    `${names.map((name) => `"${name}"`).join(',')}\n${cells.map((cell) => ` "${cell}" `).join(',')}\n`,
    `note,${HEAD}\n"a, ""quoted"" note",${ROW}\n`,
    `${names.toReversed().join()}\n\n${cells.toReversed().join()}`,
  ])
    assert.deepEqual(parseCablelabsCsv(text), plain)
})

test('an empty median is null, at the end of the line as well', () => {
  const [lab] = parseCablelabsCsv(`${HEAD}\nlab,A,1,20,2,20,0,2651,,"",\n`)
  const [condition] = lab?.conditions ?? []
  assert.deepEqual(
    [condition?.httpsIw3Ms, condition?.spdyIw3Ms, condition?.httpsIw10Ms, condition?.spdyIw10Ms],
    [2651, null, null, null],
  )
})

test('what cannot be understood is reported with its line', () => {
  for (const [text, message] of [
    ['', /^line 1: no column names/],
    ['\uFEFF\r\n', /^line 1: no column names/],
    [`${HEAD}\n`, /^line 2: no conditions/],
    [`${HEAD.replace(',rtt_ms', '')}\n${ROW}`, /^line 1: no column rtt_ms$/],
    [`${HEAD},page\n${ROW},A`, /^line 1: more than one column page$/],
    [`${HEAD}\n${ROW},9`, /^line 2: 12 cells under 11 column names$/],
    [`${HEAD}\n${ROW}\n\nlab,B`, /^line 4: 2 cells under 11/],
    [`${HEAD}\n${ROW.replace('2651', 'fast')}`, /^line 2: https_iw3_ms is 'fast', not a number/],
    [`${HEAD}\n${ROW.replace('2651', '-5')}`, /^line 2: https_iw3_ms is '-5', not a number of 0 or more$/],
    [`${HEAD}\n${ROW.replace('2651', '1e400')}`, /^line 2: https_iw3_ms is '1e400'/],
    [`${HEAD}\n${ROW.replace('2651', '9'.repeat(400))}`, /^line 2: https_iw3_ms is '9{40}'/],
    [`${HEAD}\n${ROW.replace('2651', '0')}`, /^line 2: https_iw3_ms is 0, not above 0$/],
    [`${HEAD}\n${ROW.replace('A,1,', 'A,1.5,')}`, /^line 2: servers is 1\.5, not a whole number$/],
    [`${HEAD}\n${ROW.replace('20,0,', '20,101,')}`, /^line 2: loss_pct is 101, above 100$/],
    [`${HEAD}\n${ROW.replace('A', '')}`, /^line 2: page is empty$/],
    [`${HEAD}\n${ROW.replace('lab', ' ')}`, /^line 2: client is empty$/],
    [`${HEAD}\n${ROW.replace('20,0,', '20,,')}`, /^line 2: loss_pct is empty$/],
    [`${HEAD}\n${ROW.replace('A', '"A')}`, /^line 2: a quotation mark/],
    [`${HEAD}\n${ROW.replace('A', 'A"')}`, /^line 2: a quotation mark/],
    [
      `${HEAD}\n${ROW}\n${ROW.replace('2651', '1').replace('20,2,', '20.0,2,')}`,
      /^line 3: the condition of line 2 again$/,
    ],
  ] as const)
    assert.throws(
      () => parseCablelabsCsv(text),
      (error) => error instanceof CablelabsCsvError && message.test(error.message),
      text,
    )
})
