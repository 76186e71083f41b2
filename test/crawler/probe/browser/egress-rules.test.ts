import assert from 'node:assert/strict'
import { test } from 'node:test'
import { egressRules } from '../../../../crawler/probe/browser/egress-rules.ts'

test('a live run’s browsers reach the web’s ports, and that of the page that a user asked for', () => {
  const portsOf = (pagePort?: number) => {
    const order = { table: 't', gid: 7, resolvers: [] }
    const rules = egressRules(pagePort === undefined ? order : { ...order, pagePort })
    return /th dport \{ ([\d, ]+) \} accept/.exec(rules)?.[1]
  }
  assert.equal(portsOf(), '80, 443')
  assert.equal(portsOf(443), '80, 443')
  assert.equal(portsOf(8443), '80, 443, 8443')
})
