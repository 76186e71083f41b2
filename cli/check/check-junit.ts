import { escapeHtml } from '../../server/http/html.ts'
import { visible } from '../output/text.ts'
import type { CheckedAssertion } from './assertion.ts'
import type { CheckReport } from './check-report.ts'
import { hasVerdict, whyNoVerdict } from './check-words.ts'

/** A check as JUnit XML, which CI services read: a test case for each assertion, and one that a verdict was possible at all. */
export function checkJunit(report: CheckReport, assertions: readonly CheckedAssertion[]): string {
  return junitXml(
    { command: 'check', url: report.url, startedAt: report.campaign.createdAt },
    hasVerdict(report) ? null : whyNoVerdict(report),
    assertions,
  )
}

/**
 * The test cases of a run: that a verdict was possible, and each assertion. What is not decided is skipped: it has not failed.
 * @param noVerdict why there was none; null: there was one
 */
export function junitXml(
  { command, url, startedAt }: { readonly command: string; readonly url: string; readonly startedAt: string },
  noVerdict: string | null,
  assertions: readonly Pick<CheckedAssertion, 'result' | 'sentence' | 'text'>[],
): string {
  const cases = [
    {
      name: 'a verdict is possible',
      inner: noVerdict === null ? '' : `<error message="${text(noVerdict)}"/>`,
    },
    ...assertions.map(({ text: name, result, sentence }) => ({
      name,
      inner:
        result === 'met'
          ? `<system-out>${text(sentence)}</system-out>`
          : `<${result === 'missed' ? 'failure' : 'skipped'} message="${text(sentence)}"/>`,
    })),
  ]
  const count = (what: string): number => cases.filter(({ inner }) => inner.startsWith(`<${what} `)).length
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="towline ${command} ${text(url)}" timestamp="${startedAt.slice(0, 19)}" ${counts}>
${cases
  .map(({ name, inner }) => `<testcase classname="${text(url)}" name="${text(name)}">${inner}</testcase>`)
  .join('\n')}
</testsuite>
</testsuites>
`
}

/** XML has no control characters. */
const text = (words: string): string => escapeHtml(visible(words))
