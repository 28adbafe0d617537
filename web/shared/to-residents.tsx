import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** What an empty page of a new facility leads to. */
export function ToResidents() {
  return (
    <Button variant="default" renderRoot={(props) => <Link {...props} to="/clinic/residents" />}>
      {m.common_to_residents()}
    </Button>
  )
}
