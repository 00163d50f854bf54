import {
  type ButtonHTMLAttributes,
  type CSSProperties,
  createContext,
  type ReactNode,
  useContext,
  useMemo,
} from "react";
import { initialsIn, initialsOf } from "../state/initials.js";

const paths = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M8.5 5.5v13M15.5 5.5v13",
  step: "M6 6v12l9-6zM18 6v12",
  stop: "M7 7h10v10H7z",
  again: "M5 12a7 7 0 1 1 2 5M5 19v-4h4",
  hand: "M8 12V6.2a1.4 1.4 0 0 1 2.8 0V11M10.8 10.5V4.7a1.4 1.4 0 0 1 2.8 0v6M13.6 10.8V5.9a1.4 1.4 0 0 1 2.8 0V13M16.4 12.2V8.6a1.4 1.4 0 0 1 2.8 0V14c0 4-2.4 6.5-6 6.5-3 0-4.600-1.300-6-3.600L4.700 13a1.500 1.500 0 0 1 2.500-1.600L8 12.600",
  add: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  mute: "M9 9v3a3 3 0 0 0 5 2.200M15 11V6.500a3 3 0 0 0-5.700-1.300M5.500 11.500a6.500 6.500 0 0 0 11 4.700M18.500 11.500a6 6 0 0 1-.400 2.200M12 18v3M4 4l16 16",
  pen: "M5 19l1-4L16.500 4.500l3 3L9 18zM14.500 6.500l3 3",
  branch: "M7 4v16M7 14c0-4 10-2 10-8M14.500 8.500L17 5.500l2.500 3",
  sun: "M12 8.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM12 3v2M12 19v2M3 12h2M19 12h2M5.600 5.600L7 7M17 17l1.400 1.400M5.600 18.400L7 17M17 7l1.400-1.400",
  moon: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z",
  auto: "M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16",
  export: "M12 15V4M8 7.500L12 4l4 3.500M5 14v5h14v-5",
  person: "M12 4.500a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7zM5 20c.500-4 3.300-6 7-6s6.500 2 7 6",
  trash: "M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12",
  search: "M11 5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15.500 15.500L20 20",
  link: "M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3a4 4 0 0 0 5.700 5.700l1-1",
  check: "M5 12.500l4.500 4.500L19 7.500",
  help: "M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16zM9.500 9.500a2.500 2.500 0 1 1 3.700 2.200c-.800.500-1.200 1-1.200 2M12 16.500h.01",
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon?: IconName;
  /** The accessible name. A button with only an icon also shows it as its tooltip. */
  readonly label?: string;
  readonly children?: ReactNode;
}

export const Button = ({ icon, label, children, className = "", ...rest }: ButtonProps) => {
  const isIcon = children === undefined;
  // With both attributes, some screen readers would read the label twice.
  const name = label === undefined ? {} : isIcon ? { title: label } : { "aria-label": label };
  return (
    <button type="button" {...rest} className={`button ${isIcon ? "button-icon" : ""} ${className}`} {...name}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
};

/** In degrees. Neighboring seats get clearly different hues. */
export const hueOf = (seat: number): number => Math.round((195 + seat * 137.508) % 360);

const InitialsContext = createContext<(name: string) => string>(initialsOf);

export function CastInitials({ names, children }: { readonly names: readonly string[]; readonly children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same names have the same initials
  const initials = useMemo(() => {
    const found = initialsIn(names);
    return (name: string) => found.get(name) ?? initialsOf(name);
  }, [names.join("\n")]);
  return <InitialsContext.Provider value={initials}>{children}</InitialsContext.Provider>;
}

export function Initials({ of: name }: { readonly of: string }) {
  const initials = useContext(InitialsContext)(name);
  return (
    <span className="initials" data-long={[...initials].length > 2 || undefined}>
      {initials}
    </span>
  );
}

export const Face = ({ name, seat, size = "small" }: { name: string; seat: number | null; size?: string }) => (
  <span
    className={`face face-${size}`}
    data-guest={seat === null || undefined}
    style={{ "--hue": hueOf(seat ?? 0) } as CSSProperties}
    aria-hidden="true"
  >
    <Initials of={name} />
  </span>
);

/** For text that models or people wrote, whose direction must not affect the text around it. */
export const Said = ({ children, className = "" }: { readonly children: string; readonly className?: string }) => (
  <span className={`said ${className}`} dir="auto">
    {children}
  </span>
);

export function Choice<Value extends string>(props: {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly onChange: (value: Value) => void;
}) {
  return (
    <fieldset className="choice">
      <legend className="unseen">{props.label}</legend>
      {props.options.map(([value, text]) => (
        <label key={value} data-chosen={value === props.value || undefined}>
          <input
            type="radio"
            name={props.label}
            className="unseen"
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
