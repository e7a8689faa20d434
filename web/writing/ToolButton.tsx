import { Button } from 'antd'
import type { ReactNode } from 'react'

type ToolButtonProps = {
  label: string
  icon: ReactNode
  onPress: () => void
  on?: boolean
  disabled?: boolean
  /** A word beside the picture. */
  word?: string
}

/** One tool of the editor: keeps the selection in the text while it is pressed. */
export function ToolButton({ label, icon, onPress, on, disabled = false, word }: ToolButtonProps) {
  return (
    <Button
      type="text"
      size="small"
      icon={icon}
      title={label}
      aria-label={label}
      {...(on !== undefined && { 'aria-pressed': on })}
      className={on ? 'wr-tool wr-tool-on' : 'wr-tool'}
      disabled={disabled}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {word}
    </Button>
  )
}
