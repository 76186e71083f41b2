import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyseLoad } from '../../../../crawler/probe/campaign/analyse-load.ts'
import { load, request } from '../load/load-sample.ts'

/** What dissects fails, so that whether it was asked is seen by the warning. */
const dissected = async (everyPort: boolean, ...urls: string[]): Promise<boolean> => {
  const warnings: string[] = []
  const page = { ...load({ requests: urls.map((url) => request({ url })) }), events: [] }
  const { packets } = await analyseLoad(
    { load: page, pcap: new Uint8Array(), everyPort, captureDrops: 0, keys: '' } as never,
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
  assert.equal(await dissected(false, ...web), true)
  assert.equal(await dissected(false, ...further), false)
  assert.equal(await dissected(true, ...web), true)
  assert.equal(await dissected(true, ...further), true)
})

test('packets are unknown where a port has both clear text and TLS', async () => {
  assert.equal(await dissected(true, 'https://a.test:8080/', 'http://b.test:8080/'), false)
})
