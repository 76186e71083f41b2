import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import type { Http3Result, OperationRow } from '../../../model/operation.ts'
import { QUIC_STACKS } from '../../servers/quic-stacks.ts'
import { differences, type SandboxSurvey, surveySandbox } from './sandbox-survey.ts'

const whyNot = QUIC_STACKS.find((stack) => stack.whyNot !== false)?.whyNot ?? false

/** What a row says of the site, without times. A failure in mid-body leaves as many bytes as had come by then. */
function factsOf({ path, failure, address, result }: OperationRow): object {
  const found = result as Http3Result | null
  return {
    path,
    failure,
    address,
    status: found?.status ?? null,
    headers: found?.headers ?? {},
    bodyBytes: failure === null ? (found?.bodyBytes ?? null) : null,
    bodyCapped: found?.bodyCapped ?? false,
    quicVersion: found?.quicVersion ?? null,
    settings: found?.settings ?? null,
    transport: found?.transport ?? null,
    isConnected: found?.handshakeMs != null,
  }
}

const overHttp3 = ({ rows }: SandboxSurvey): Record<string, object[]> =>
  Object.fromEntries(
    [...rows].map(([domain, all]) => [
      domain,
      all.filter(({ operation }) => operation === 'http3').map(factsOf),
    ]),
  )

test('both QUIC clients find the same in all sites of the sandbox, the hostile ones too', {
  skip: whyNot,
}, async () => {
  await using sandbox = await openSandbox()
  const found: Record<string, object[]>[] = []
  for (const { name } of QUIC_STACKS) {
    process.env.TOWLINE_QUIC_CLIENT = name
    const survey = await surveySandbox(sandbox)
    const wrong = differences(sandbox, survey).filter((line) => /: h3/.test(line))
    assert.deepEqual(wrong, [], name)
    assert.match(survey.versions.quic ?? '', new RegExp(name))
    found.push(overHttp3(survey))
  }
  const [quiche, quinn] = found
  assert.ok(Object.values(quiche ?? {}).flat().length > 100)
  for (const domain of Object.keys(quiche ?? {})) assert.deepEqual(quinn?.[domain], quiche?.[domain], domain)
})
