import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyseLoad } from '../../../../crawler/probe/campaign/analyse-load.ts'
import { load, request } from '../load/load-sample.ts'

/** What dissects fails, so that whether it was asked is seen by the warning. */
const dissected = async (ports: 'every' | number[], ...urls: string[]): Promise<boolean> => {
  const warnings: string[] = []
  const page = { ...load({ requests: urls.map((url) => request({ url })) }), events: [] }
  const { packets } = await analyseLoad(
    { load: page, pcap: new Uint8Array(), ports, captureDrops: 0, keys: '' } as never,
    null,
    {
      tshark: { dissect: () => Promise.reject(new Error('asked')) } as never,
      signal: new AbortController().signal,
      warn: (line) => warnings.push(line),
    },
  )
  assert.equal(packets, null)
  return warnings.length > 0
}

test('packets are unknown where a page asked ports that are not captured', async () => {
  const web = ['https://a.test/', 'http://a.test/', 'data:text/css,x:1']
  const further = ['https://a.test/', 'https://a.test:8443/', 'http://[2001:db8::7]:8080/']
  assert.equal(await dissected([], ...web), true)
  assert.equal(await dissected([8443], ...further), false)
  assert.equal(await dissected('every', ...web), true)
  assert.equal(await dissected([8080, 8443], ...further), true)
  assert.equal(await dissected('every', ...further), true)
})

test('packets are unknown where a port has both clear text and TLS', async () => {
  assert.equal(await dissected('every', 'https://a.test:8080/', 'http://b.test:8080/'), false)
})
