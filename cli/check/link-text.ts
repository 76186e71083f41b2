import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { LinkCondition } from '../../lab/link/condition/link.ts'

/** The link as it was stored with a campaign. */
export function linkText(link: object): string {
  const { condition } = link as { readonly condition?: LinkCondition }
  return condition === undefined ? 'of unknown condition' : conditionText(condition)
}
