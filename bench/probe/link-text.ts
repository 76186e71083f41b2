import { conditionText } from '../../lab/link/condition/condition-text.ts'
import type { Sandbox } from '../../lab/sandbox/open.ts'

export function linkText(link: Sandbox['link']): string {
  return link === null ? 'none' : `${conditionText(link.condition)} (${link.backend})`
}
