import { Button } from '@mantine/core'
import { IconPlus } from './icons.tsx'

interface AddButtonProps {
  readonly onClick: () => void
  readonly children: string
}

/** Beside a panel's heading: adds one more to its list. */
export const AddButton = (props: AddButtonProps) => (
  <Button
    size="compact-md"
    variant="default"
    leftSection={<IconPlus size={15} stroke={1.8} aria-hidden />}
    {...props}
  />
)
