import { browserZone } from './form/local-time.ts'
import './table/admin-page.css'

/** On pages of no single clinic, whose clock would be the one that people read. */
export const BrowserZoneNote = () => (
  <p className="admin-note">Times are in the zone of this browser, {browserZone()}.</p>
)
