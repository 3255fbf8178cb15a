// The types of the report's document (docs/schemas/page.schema.json) and of what the scripts make of it.

export type Size = number | bigint;
export type Terms = [number | string, [number, number][]][];
export type DimRow =
  | ["c", [number | string]]
  | ["s", [number]]
  | ["u", []]
  | ["p", Terms, string?]
  | ["//" | "relu" | "truncdiv" | "broadcast" | "scaled" | "*", number[], string?];
export type Condition = [string, ...(number | Condition)[]];
export interface SymbolRow { name: string; input: boolean; named: boolean; start: number; why?: string; low?: number; high?: number }
export interface FactRow { text: string; type?: string; shape?: number[]; contents?: number[]; bytes?: number }
export interface OperationRow { op: string; domain?: string; attributes?: Record<string, string> }
export interface NodeRow {
  name: string; operation: number; inputs: number[]; outputs: number[];
  role?: "sizes" | "stored"; source?: string; inside?: [string, number][];
}
export interface GraphRow {
  name: string; kind: "graph" | "body" | "function"; inputs: number[]; outputs: number[]; stored: number[];
  values: [string, number][]; nodes: NodeRow[]; left_out?: number;
}
export interface PlaceRow { node: number; text: string }
export interface ClauseRow {
  kind: "demand" | "conditional" | "obligation" | "premise" | "unsatisfiable";
  text: string; condition: Condition; code: string; when?: string; places: PlaceRow[]; more_places?: number; source?: string;
}
export interface ScopeRow {
  name: string; parent: number; nodes: number; macs: number; written: number; parameters: number; bytes: number;
  unknown?: Record<string, number>; same_as?: number; repeats?: number;
}
export interface FindingRow {
  code: string; slug: string; severity: "error" | "warning" | "info"; message: string; notes: string[]; help: string;
  more_calls: number;
  location: { path: string; node: string | null; node_index: number | null; op_type: string | null; value: string | null };
}
export interface Side { file: string | null; nodes: number; inputs: [string, string][]; outputs: [string, string][]; clauses: string[]; findings: string[] }
export interface Data {
  version: number; tool_version: string;
  model: {
    file: string | null; bytes: number; ir_version: number; opsets: Record<string, number>; producer: string;
    nodes: number; values: number; known: number;
  };
  symbols: SymbolRow[]; dims: DimRow[]; facts: FactRow[]; operations: OperationRow[]; graphs: GraphRow[];
  left_out_bodies: number; left_out_dims: number;
  contract: { clauses: ClauseRow[]; gave_up: string };
  requirements: { text: string; code: string; premise: boolean; nodes: number[] }[];
  costs: {
    total: { macs: number; written: number; unknown?: Record<string, number>; parameters: number; weight_bytes: number; input_bytes: number };
    scopes_from: string; scopes: ScopeRow[]; scope_of_node: number[]; macs_of_node: number[]; weights_of_node: [number, number][];
  };
  memory: {
    order: number[]; lives: [number, number, number, number][]; peak: { bytes: number; place: PlaceRow }[];
    unsized: string[]; gave_up: boolean;
  };
  findings: FindingRow[];
  groups: { members: number[]; alike: boolean }[];
  targets?: {
    least: string | null; loads: string[]; asked: string[]; errors: string[];
    hindrances: { code: string; releases: string[]; first: string | null; what: string; nodes: number; place: string | null; help: string }[];
  };
  against?: {
    old: Side; new: Side; changes: { text: string; breaking: boolean }[];
    scopes: { added: string[]; removed: string[]; changed: string[] };
  };
}

// --- the drawing

export interface Box { X: number; Y: number; w: number; h: number; rx: number; ry: number }
export interface Leaf extends Box {
  kind: "node" | "in" | "out"; id: string; up: Group; name: string; index: number; value: number; at: number;
  sub: string; caption: string;
}
export interface Group extends Box {
  kind: "group"; id: string; up: Group | null; name: string; scope: number; kids: Item[]; open: boolean; count: number; at: number;
  part: boolean; stack: Group[] | null; like: Group | null; likes: number; sign: string;
  ox: number; oy: number; routes: Map<string, Point[]>;
}
export type Item = Leaf | Group;
export interface Point { x: number; y: number }
export interface Edge { value: number; a: Leaf; b: Leaf; la: Item; lb: Item; top: Group }
export interface Seen { value: number; a: Item; b: Item; la: Item; lb: Item; top: Group }
export interface Line { edge: Seen; points: Point[]; label: number; more: number; box: [number, number, number, number] }
export interface Port { id: string; kids: Set<Item>; routes: Map<Item, Point[]>; x: number }

// --- elements

export type Child = Node | string | number | null | undefined | false | Child[];
