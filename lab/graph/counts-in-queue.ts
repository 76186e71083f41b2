/**
 * Whether a request counts in the queue of Chromium that holds back what is of low priority; scripts and style sheets do too, though most are
 * never held back (blink, ResourceLoadScheduler).
 */
export const countsInQueue = ({ resourceType }: { readonly resourceType: string | null }): boolean =>
  resourceType !== 'document' && resourceType !== 'data'
