import { ResidentNotes } from '../notes/resident-notes.tsx'
import { ResidentPage as Page } from '../residents/resident-page.tsx'

/** The resident's page with what the other nouns know of a resident (RE-7). */
export function ResidentPage() {
  return <Page sections={({ resident, zone }) => <ResidentNotes resident={resident} zone={zone} />} />
}
