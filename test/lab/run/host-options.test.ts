import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServer } from 'node:tls'
import { hostOptions } from '../../../lab/run/host-options.ts'
import type { ReplayName } from '../../../lab/run/runner-messages.ts'
import { serveQuic } from '../../../lab/sandbox/zoo/quic-server.ts'
import { load, noBrowser, openTestBrowser } from '../../crawler/probe/browser/probe-browser.ts'
import { makeTrustFolder } from '../../servers/trust-folder.ts'

/** Of this test alone. */
const ADDRESS = '127.0.44.11'
const PORT = 8443
const ADDRESS6 = '[2001:db8::7]'

const recorded = (name: string, protocol: string, port = 443): ReplayName => ({
  name,
  address: ADDRESS,
  isLookedUp: false,
  secure: [{ host: port === 443 ? name : `${name}:${port}`, protocol }],
})

test('hosts that spoke HTTP/3 are forced, and all origins are known to be where no host spoke anything else', () => {
  const optionsOf = (...names: ReplayName[]) =>
    hostOptions('recorded', { forced: [], recorded: names }, []).origins
  assert.deepEqual(optionsOf(recorded('a.test', 'h3'), recorded(ADDRESS6, 'h3', PORT)), {
    forced: ['a.test', `${ADDRESS6}:${PORT}`],
    forcedAreAll: true,
    privateRoot: ['a.test', `${ADDRESS6}:${PORT}`],
  })
  const mixed = optionsOf(recorded('a.test', 'h2'), recorded(ADDRESS6, 'h3'))
  assert.deepEqual([mixed.forced, mixed.forcedAreAll], [[ADDRESS6], false])
})

test('Chromium asks a recorded IPv6 address by HTTP/3', { skip: noBrowser }, async (t) => {
  await using trust = await makeTrustFolder('IP:2001:db8::7')
  const { pair } = trust
  // Answers too, so that HTTP/3 is a choice.
  const server = createServer({ ...pair, ALPNProtocols: ['http/1.1'] }, (socket) => {
    socket.on('error', () => {})
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/html\r\n\r\n'),
    )
  })
  t.after(() => server.close())
  await new Promise<void>((resolve) => server.listen(PORT, ADDRESS, resolve))
  await using _quic = await serveQuic({ address: ADDRESS, port: PORT, ...pair, behaviour: 'retry' })
  const names = { forced: [], recorded: [recorded(ADDRESS6, 'h3', PORT)] }
  await using browser = await openTestBrowser({
    arm: 'recorded',
    caFile: trust.caFile,
    ...hostOptions('recorded', names, []),
  })
  const { failure, requests } = await load(browser, `https://${ADDRESS6}:${PORT}/`)
  assert.equal(failure, null, JSON.stringify(failure))
  assert.deepEqual(
    requests.slice(0, 1).map(({ status, protocol }) => [status, protocol]),
    [[200, 'h3']],
  )
})
