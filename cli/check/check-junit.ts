import { escapeHtml } from '../../server/http/escape-html.ts'
import { visible } from '../output/visible.ts'
import type { CheckedAssertion } from './assertion.ts'
import type { CheckReport } from './check-report.ts'
import { hasVerdict, whyNoVerdict } from './check-words.ts'

/**
 * A check as JUnit XML, which CI services read: a test case for each assertion, and one that a verdict was possible at all.
 * What is not decided is skipped: it has not failed.
 */
export function checkJunit(report: CheckReport, assertions: readonly CheckedAssertion[]): string {
  const cases = [
    {
      name: 'a verdict is possible',
      inner: hasVerdict(report) ? '' : `<error message="${text(whyNoVerdict(report))}"/>`,
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
<testsuite name="towline check ${text(report.url)}" timestamp="${report.campaign.createdAt.slice(0, 19)}" ${counts}>
${cases
  .map(
    ({ name, inner }) => `<testcase classname="${text(report.url)}" name="${text(name)}">${inner}</testcase>`,
  )
  .join('\n')}
</testsuite>
</testsuites>
`
}

/** XML has no control characters. */
const text = (words: string): string => escapeHtml(visible(words))
