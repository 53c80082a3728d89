package site

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"
	_ "time/tzdata" // the zone of a test, also where the system has none

	"github.com/danielgtaylor/huma/v2"

	"agon/site/people"
)

// ask returns a request of a form, whose address has values.
func ask(form url.Values, address map[string]string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for name, value := range address {
		r.SetPathValue(name, value)
	}
	return r
}

// A form fills the input that programs send as JSON.
func TestFormsFillInputs(t *testing.T) {
	var dates newDates
	given, err := fromForm(ask(url.Values{"closes": {"2030-05-01T18:00"}, "why": {"the hall closes"}}, map[string]string{"contest": "cup"}),
		&dates)
	if err != nil || dates.Contest != "cup" || dates.Body.Why != "the hall closes" || dates.Body.Opens != nil || given["contest"] != "cup" {
		t.Errorf("%+v, %v, %v", dates, given, err)
	}
	if at := dates.Body.Closes; at == nil || !at.Equal(time.Date(2030, 5, 1, 18, 0, 0, 0, time.Local)) {
		t.Errorf("submissions close %v", at)
	}
	var member memberPath
	if given, err := fromForm(ask(nil, map[string]string{"team": "7", "id": "08"}), &member); err != nil || member.Team != 7 ||
		member.Person != 8 || given["person"] != "8" {
		t.Errorf("%+v, %v, %v", member, given, err)
	}
	var invitation newInvitation
	if _, err := fromForm(ask(url.Values{"uses": {"2"}, "days": {"soon"}, "role": {"jury"}}, nil), &invitation); err != nil ||
		invitation.Body.Uses != 2 || invitation.Body.Days != 0 {
		t.Errorf("%+v, %v", invitation, err)
	}
}

func TestFormsThatCannotBeRead(t *testing.T) {
	large := ask(url.Values{"why": {strings.Repeat("x", mostForm)}}, nil)
	large.Body = http.MaxBytesReader(httptest.NewRecorder(), large.Body, 10)
	for name, tt := range map[string]struct {
		r    *http.Request
		in   any
		want int
	}{
		"no number of uses":    {ask(url.Values{"uses": {"many"}}, nil), &newInvitation{}, http.StatusUnprocessableEntity},
		"no date":              {ask(url.Values{"opens": {"soon"}}, nil), &newDates{}, http.StatusUnprocessableEntity},
		"an address of nobody": {ask(nil, map[string]string{"id": "x"}), &PersonPath{}, http.StatusNotFound},
		"a body that is large": {large, &ReasonedContest{}, http.StatusRequestEntityTooLarge},
	} {
		if _, err := fromForm(tt.r, tt.in); err == nil || statusOf(err) != tt.want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if statusOf(errors.New("the disk is gone")) != http.StatusInternalServerError || statusOf(people.ErrNobody) != http.StatusNotFound {
		t.Error("an error of the host is the reader's")
	}
}

// A time that clocks of the site's zone never show, or show twice, is refused with a sentence that says so.
func TestDatesWhenClocksChange(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2026-03-29T02:30": "2026-03-29T02:30 does not exist in the time zone Europe/Berlin: clocks are set forward from 02:00 to 03:00 " +
			"CEST then. Choose another time.",
		"2026-10-25T02:30": "2026-10-25T02:30 exists twice in the time zone Europe/Berlin, as 02:30 CEST and later as 02:30 CET, since " +
			"clocks are set back then. Choose another time; programs can set it with its offset, as 2026-10-25T02:30:00+02:00.",
	} {
		_, err := dateOf(text, berlin)
		if problem, ok := errors.AsType[*people.Problem](err); !ok || problem.Text != want {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
	if at, err := dateOf("2026-10-25T03:00", berlin); err != nil || at.UTC().Hour() != 2 {
		t.Errorf("%v, %v", at, err)
	}
}

// Package huma completes the descriptions that it is given: those of two sites in one process are apart.
func TestSitesShareNoDescription(t *testing.T) {
	describe := func() map[string]*huma.PathItem {
		return (&Site{options: Options{Name: "test"}}).api(http.NewServeMux()).OpenAPI().Paths
	}
	one, other := describe(), describe()
	for path, item := range one {
		also := other[path]
		for _, x := range [][2]*huma.Operation{
			{item.Get, also.Get}, {item.Post, also.Post}, {item.Put, also.Put}, {item.Delete, also.Delete},
		} {
			if x[0] == nil {
				continue
			}
			if x[0].RequestBody != nil && x[0].RequestBody == x[1].RequestBody ||
				reflect.ValueOf(x[0].Responses).Pointer() == reflect.ValueOf(x[1].Responses).Pointer() {
				t.Errorf("two sites share the description of %s", x[0].OperationID)
			}
		}
	}
}
