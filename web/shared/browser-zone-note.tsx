import { m } from '@eupnea/texts'
import { browserZone } from './form/local-time.ts'
import './table/admin-page.css'

/** On pages of no single clinic, whose clock would be the one that people read. */
export const BrowserZoneNote = () => <p className="admin-note">{m.common_zone_note({ zone: browserZone() })}</p>
