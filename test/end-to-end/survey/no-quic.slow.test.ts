import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSandbox } from '../../../lab/sandbox/open.ts'
import { adoption } from '../../../stats/survey/adoption.ts'
import { differences, surveySandbox } from './sandbox-survey.ts'

// For all that this process starts, the sandbox's own servers among it.
process.env.NODE_OPTIONS = `--import ${join(import.meta.dirname, '../../cli/as-elsewhere.ts')}`
process.env.TOWLINE_TEST_WITHOUT = '@infisical/quic-linux-x64'
process.env.TOWLINE_QUIC_CLIENT = 'quiche'

test('without a QUIC client a survey does not know of HTTP/3, says so, and is right about everything else', async () => {
  await using sandbox = await openSandbox({ sites: 60 })
  const survey = await surveySandbox(sandbox)
  assert.match(survey.stderr, /HTTP\/3: unknown, since there is no QUIC client for this platform/)
  const spoken = survey.sites.filter(({ h2 }) => h2 === true)
  assert.ok(spoken.length > 10, `${spoken.length} sites speak HTTP/2`)
  for (const { domain, h3, h3Handshake, h3Failure } of spoken)
    assert.deepEqual(
      { h3, h3Handshake, h3Failure },
      { h3: null, h3Handshake: null, h3Failure: 'quic_unavailable' },
      domain,
    )
  const tried = [...survey.rows.values()]
    .flat()
    .filter(({ operation, durationMs }) => operation === 'http3' && durationMs !== null)
  assert.deepEqual(tried, [])
  const { failures, rows } = await adoption(survey.sites)
  assert.ok((failures.h3.find(({ code }) => code === 'quic_unavailable')?.count ?? 0) >= spoken.length)
  assert.ok((rows.find(({ row }) => row === 'h3')?.unknown ?? 0) >= spoken.length)
  assert.deepEqual(
    differences(sandbox, survey).filter((line) => !/: h3/.test(line)),
    [],
  )
})
